/** Dragging a piece from one cell to another, with a mouse or a finger; what a drag means is for the board to say. */

/** How far a pointer moves before a press is a drag, in pixels. */
const THRESHOLD = 6;

/** What the board answers while something is dragged. */
export interface DragHandlers {
  /** Whether a drag may begin at a cell. */
  canBegin(cell: number): boolean;
  /** A drag has begun there. */
  begin(cell: number): void;
  /** It ended over a cell, or over none. */
  end(cell: number | null): void;
}

interface Drag {
  cell: number;
  group: SVGGElement;
  x: number;
  y: number;
  isMoving: boolean;
}

/** Let pieces of a drawing be dragged until `signal` says to stop. */
export function makeDraggable(drawing: SVGSVGElement, handlers: DragHandlers, signal: AbortSignal): void {
  let drag: Drag | null = null;
  let ended = 0;

  drawing.addEventListener(
    "pointerdown",
    (event) => {
      const group = cellAt(event.target);
      if (!group || event.button !== 0 || !handlers.canBegin(numberOf(group))) return;
      drag = { cell: numberOf(group), group, x: event.clientX, y: event.clientY, isMoving: false };
    },
    { signal },
  );
  window.addEventListener(
    "pointermove",
    (event) => {
      if (!drag) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.isMoving && Math.hypot(dx, dy) < THRESHOLD) return;
      if (!drag.isMoving) {
        drag.isMoving = true;
        drag.group.parentNode?.append(drag.group);
        handlers.begin(drag.cell);
      }
      const scale = drawing.getScreenCTM()?.a ?? 1;
      const piece = drag.group.querySelector<SVGGElement>(".pw-piece");
      piece?.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
    },
    { signal },
  );
  const stop = (event: PointerEvent): void => {
    const moved = drag;
    drag = null;
    if (!moved?.isMoving) return;
    moved.group.querySelector(".pw-piece")?.removeAttribute("transform");
    const over = event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const group = cellAt(over);
    ended = event.timeStamp;
    handlers.end(group && drawing.contains(group) ? numberOf(group) : null);
  };
  window.addEventListener("pointerup", stop, { signal });
  window.addEventListener("pointercancel", stop, { signal });
  // The click that a browser makes of the end of a drag means nothing more.
  drawing.addEventListener(
    "click",
    (event) => ended > 0 && event.timeStamp - ended < 50 && event.stopImmediatePropagation(),
    {
      signal,
      capture: true,
    },
  );
}

function cellAt(target: EventTarget | null): SVGGElement | null {
  return target instanceof Element ? target.closest<SVGGElement>(".pw-cell") : null;
}

function numberOf(group: SVGGElement): number {
  return Number(group.dataset["cell"]);
}
