/** The stage on which a tree is shown: scrolled natively, zoomed, and moved by dragging. */
import { html, wantsLessMotion } from "./dom";
import type { Region } from "./boards";
import { LABEL } from "./geometry";
import { MARGIN } from "./tree";

const MOST_ZOOM = 6;
const LEAST_ZOOM = 0.02;
/** The largest zoom of a tree that fits in any case, one at which labels are easy to read, and the smallest at which
 * they can be read. */
const SMALL_TREE_ZOOM = 1.7;
const EASY_ZOOM = 0.8;
const READABLE_ZOOM = 0.6;
/** The largest zoom at which a part of a tree is shown. */
const PART_ZOOM = 1.1;
/** The smallest zoom that fitting chooses: below it nothing can be made out. */
const LEAST_FIT = 0.12;
const ZOOM_STEP = 1.25;
/** On a stage that fills a screen: how much of the screen's height a label takes, at least and at most. */
const LEAST_LABEL = 0.0262;
const MOST_LABEL = 0.05;
/** How much of the window's height a stage leaves for text and controls, and its own least height, in px. */
const AROUND = 460;
const LEAST_HEIGHT = 240;
/** How much may be out of view without being marked, in px: the free space around the tree. */
const HARDLY = 12;
/** Below these zooms labels, and then names too, would be unreadable. */
const LABELS_FROM = 0.42;
const SIGNS_ONLY_BELOW = 0.2;
/** How long after the last movement the tree answers to the pointer again, in ms. */
const REST = 120;

interface Size {
  width: number;
  height: number;
}

/** A stage with its buttons; `onSight` is called with the part of the tree that is visible. */
export class Stage {
  readonly element: HTMLElement;
  readonly scroller: HTMLElement;
  /** Covers the tree while it moves: so the browser need not find the node under the pointer in each frame, and a
   * change of the tree's own cursor would restyle all its elements. */
  private readonly shield = html("div", { class: "ply-shield", hidden: "" });
  /** Shades the sides where there is more: a separate element, since a change around the tree would restyle it too. */
  private readonly shade = html("div", { class: "ply-shade" });
  private readonly bar = html("div", { class: "ply-zoom" });
  /** The height of the screen that the stage helps to fill; 0 if it is as high as the tree needs it. */
  private screen = 0;
  private rootX = 0;
  private zoom = 1;
  /** Chooses the zoom again when the stage changes size; null once the user has chosen one. */
  private refit: (() => void) | null = null;
  private frame = 0;
  private rest = 0;
  private readonly observer: ResizeObserver;

  constructor(
    private readonly tree: SVGSVGElement,
    private size: Size,
    label: string,
    private readonly onSight: (region: Region, zoom: number) => void,
  ) {
    this.scroller = html("div", { class: "ply-scroller", tabindex: "0", role: "group", "aria-label": label }, tree);
    this.scroller.append(this.shield);
    this.element = html("div", { class: "ply-stage" }, this.scroller, this.shade, this.bar);
    this.addButton("+", "Zoom in (+)", () => this.zoomBy(ZOOM_STEP));
    this.addButton("Fit", "Fit: show all of it (0)", () => this.fit());
    this.addButton("−", "Zoom out (−)", () => this.zoomBy(1 / ZOOM_STEP));
    this.scroller.addEventListener("scroll", () => this.onScroll(), { passive: true });
    this.scroller.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.scroller.addEventListener("pointerdown", (event) => this.onDrag(event));
    this.observer = new ResizeObserver(() => this.onResize());
    this.observer.observe(this.scroller);
  }

  /** Whether the whole width of the tree can be read at once; on a screen that it fills, all of it. */
  get isWideEnough(): boolean {
    return this.screen > 0 ? this.fittingZoom() >= this.readableZoom : this.acrossZoom >= READABLE_ZOOM;
  }

  /** Fill a screen of some height, or take the height that the tree needs; `refit` is called if the size changes. */
  setScreen(height: number, refit: (() => void) | null): void {
    this.screen = height;
    this.refit = refit;
    if (height > 0) this.scroller.style.removeProperty("height");
  }

  /** The room that the tree has, in its own units, at the zoom that fits all of it or at the least readable one. */
  roomAt(zoom: "fitting" | "readable"): Size {
    const by = zoom === "fitting" ? this.fittingZoom() : this.readableZoom;
    const { clientWidth, clientHeight } = this.scroller;
    return { width: clientWidth / by - 2 * MARGIN, height: clientHeight / by - 2 * MARGIN };
  }

  /** Show a drawing that has been laid out for this room. */
  openRoom(size: Size, zoom: "fitting" | "readable"): void {
    const by = zoom === "fitting" ? this.fittingZoom() : this.readableZoom;
    this.size = size;
    this.setZoom(by);
    this.scroller.scrollTo({ left: 0, top: 0 });
  }

  /** Show everything if that is readable; otherwise the top, with the root in the middle. */
  open(rootX: number): void {
    this.rootX = rootX;
    const zoom = this.fittingZoom();
    const isReadable = zoom >= READABLE_ZOOM;
    this.refit = isReadable ? () => this.fit() : null;
    this.showTop(isReadable ? zoom : EASY_ZOOM);
  }

  /** Show a part of the tree, whose size will change, at a zoom that suits all such parts. */
  openPart(size: Size, rootX: number): void {
    this.size = size;
    this.rootX = rootX;
    this.refit = () => this.setZoom(this.partZoom);
    this.showTop(this.partZoom);
    if (this.screen === 0) this.scroller.style.height = `${this.mostHeight}px`;
  }

  /** Note that the size of the drawing has changed. */
  setSize(size: Size): void {
    this.size = size;
    this.setZoom(this.zoom);
  }

  /** Add a button before the existing ones. */
  addButton(sign: string, name: string, act: () => void): HTMLButtonElement {
    const button = html("button", { type: "button", title: name, "aria-label": name }, sign);
    button.addEventListener("click", act);
    this.bar.prepend(button);
    return button;
  }

  /** Show all of it; if the tree is so wide that it would be a hairline, its whole height around the root. */
  fit(): void {
    this.refit = () => this.fit();
    this.showTop(this.fittingZoom());
  }

  /** Zoom about the middle of the view. */
  zoomBy(factor: number): void {
    this.zoomAbout(factor, this.scroller.clientWidth / 2, this.scroller.clientHeight / 2);
  }

  /** Scroll so that a point of the tree is visible, with `below` px under it. */
  reveal({ x, y }: { x: number; y: number }, below: number, isQuick: boolean): void {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.scroller;
    const [atX, atY] = [(x + MARGIN) * this.zoom, (y + MARGIN) * this.zoom];
    const [edgeX, edgeY] = [Math.min(90, clientWidth / 4), Math.min(60, clientHeight / 4)];
    const isInWidth = atX >= scrollLeft + edgeX && atX <= scrollLeft + clientWidth - edgeX;
    const foot = Math.min(clientHeight / 2, Math.max(edgeY, below * this.zoom));
    if (isInWidth && atY >= scrollTop + edgeY && atY <= scrollTop + clientHeight - foot) return;
    const behavior = isQuick || wantsLessMotion() ? "auto" : "smooth";
    this.scroller.scrollTo({ left: atX - clientWidth / 2, top: atY - clientHeight / 2, behavior });
  }

  /** Where a point of the tree is on the stage, in px from its top left corner. */
  placeOf(x: number, y: number): { x: number; y: number } {
    const own = this.element.getBoundingClientRect();
    const tree = this.tree.getBoundingClientRect();
    return { x: tree.left - own.left + (x + MARGIN) * this.zoom, y: tree.top - own.top + (y + MARGIN) * this.zoom };
  }

  /** Release everything that outlives the element. */
  stop(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
  }

  private get readableZoom(): number {
    return this.screen > 0 ? (LEAST_LABEL * this.screen) / LABEL : READABLE_ZOOM;
  }

  private get wholeSize(): Size {
    return { width: this.size.width + 2 * MARGIN, height: this.size.height + 2 * MARGIN };
  }

  private get mostHeight(): number {
    return this.screen > 0 ? this.scroller.clientHeight : Math.max(LEAST_HEIGHT, window.innerHeight - AROUND);
  }

  private get acrossZoom(): number {
    const { width } = this.wholeSize;
    return (this.scroller.clientWidth || width) / width;
  }

  private get partZoom(): number {
    return Math.min(PART_ZOOM, Math.max(READABLE_ZOOM, this.acrossZoom));
  }

  private fittingZoom(): number {
    const down = this.mostHeight / this.wholeSize.height;
    const most = this.screen > 0 ? (MOST_LABEL * this.screen) / LABEL : SMALL_TREE_ZOOM;
    return Math.min(most, Math.max(this.acrossZoom, LEAST_FIT), down);
  }

  private showTop(zoom: number): void {
    this.setZoom(zoom);
    const { height } = this.wholeSize;
    const readable = Math.max(zoom, Math.min(EASY_ZOOM, this.mostHeight / height));
    const wanted = Math.max(height * readable, LEAST_HEIGHT / 2);
    if (this.screen === 0) this.scroller.style.height = `${Math.ceil(Math.min(this.mostHeight, wanted))}px`;
    this.scroller.scrollTo({ left: (this.rootX + MARGIN) * this.zoom - this.scroller.clientWidth / 2, top: 0 });
  }

  private setZoom(zoom: number): void {
    this.zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom));
    const [width, height] = [this.wholeSize.width * this.zoom, this.wholeSize.height * this.zoom];
    this.tree.setAttribute("width", String(width));
    this.tree.setAttribute("height", String(height));
    this.shield.style.width = `${width}px`;
    this.shield.style.height = `${height}px`;
    const detail = this.zoom >= LABELS_FROM ? "full" : this.zoom >= SIGNS_ONLY_BELOW ? "names" : "signs";
    this.tree.dataset["detail"] = detail;
    this.tellSight();
  }

  private zoomAbout(factor: number, x: number, y: number): void {
    this.refit = null;
    const before = this.zoom;
    const [left, top] = [this.scroller.scrollLeft + x, this.scroller.scrollTop + y];
    this.setZoom(this.zoom * factor);
    const grown = this.zoom / before;
    this.scroller.scrollTo({ left: left * grown - x, top: top * grown - y });
  }

  private onScroll(): void {
    this.shield.hidden = false;
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => (this.shield.hidden = true), REST);
    this.tellSight();
  }

  private onResize(): void {
    if (this.refit) this.refit();
    else this.tellSight();
  }

  private onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const own = this.scroller.getBoundingClientRect();
    this.zoomAbout(Math.exp(-event.deltaY / 300), event.clientX - own.left, event.clientY - own.top);
  }

  private onDrag(event: PointerEvent): void {
    if (event.button !== 0 || event.pointerType === "touch") return;
    const start = { x: event.clientX, y: event.clientY };
    const { scrollLeft, scrollTop } = this.scroller;
    const move = (to: PointerEvent): void => {
      this.shield.classList.add("is-dragging");
      this.scroller.scrollTo({ left: scrollLeft - to.clientX + start.x, top: scrollTop - to.clientY + start.y });
    };
    const end = (): void => {
      this.shield.classList.remove("is-dragging");
      window.removeEventListener("pointermove", move);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end, { once: true });
    window.addEventListener("pointercancel", end, { once: true });
  }

  private tellSight(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.scroller;
      this.tellMore();
      const at = (pixels: number): number => pixels / this.zoom - MARGIN;
      const region = {
        left: at(scrollLeft),
        top: at(scrollTop),
        right: at(scrollLeft + clientWidth),
        bottom: at(scrollTop + clientHeight),
      };
      this.onSight(region, this.zoom);
    });
  }

  /** Mark the sides at which more is out of view: not every system shows scroll bars. */
  private tellMore(): void {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = this.scroller;
    const sides = {
      left: scrollLeft > HARDLY,
      top: scrollTop > HARDLY,
      right: scrollLeft + clientWidth < scrollWidth - HARDLY,
      bottom: scrollTop + clientHeight < scrollHeight - HARDLY,
    };
    const more = Object.entries(sides).flatMap(([side, isMore]) => (isMore ? [side] : []));
    if (this.shade.dataset["more"] !== more.join(" ")) this.shade.dataset["more"] = more.join(" ");
  }
}
