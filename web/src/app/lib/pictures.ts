/** The board as a picture: an SVG that needs no style sheet, and the same as PNG. */

/** What of a style is written into the picture. */
const STYLES = [
  "display",
  "visibility",
  "opacity",
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
];
const PNG_WIDTH = 1024;
/** What says where one may click: no part of a picture. */
const HINT = "pw-hint";

/** Return a drawing of the page as a text of its own. */
export function pictureOf(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawing, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>("*")]);
  const hints: (Element | undefined)[] = [];
  from?.forEach((element, index) => {
    const style = getComputedStyle(element);
    const kept = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
    const target = to?.[index];
    for (const name of target?.getAttributeNames() ?? [])
      if (/^(class|role|tabindex|aria-.*|data-.*)$/.test(name)) target?.removeAttribute(name);
    target?.setAttribute("style", kept);
    if (element.classList.contains(HINT)) hints.push(target);
  });
  for (const hint of hints) hint?.remove();
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  return new XMLSerializer().serializeToString(copy);
}

/** Return a picture as PNG. */
export async function toPng(picture: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PNG_WIDTH;
  canvas.height = Math.round((PNG_WIDTH * image.height) / Math.max(1, image.width));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser can't write PNG."))));
  });
}

/** Let the browser save something under a name. */
export function download(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
