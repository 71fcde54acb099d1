/** Making SVG elements. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Make an SVG element with attributes and, where given, a text. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number> = {},
  text = "",
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}

/** Round to hundredths, which no eye can tell from the rest. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
