import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from "react";
import { isPressed } from "~/ui/hooks/shortcuts";
import { setDragging } from "~/ui/screen/use-frozen-while-dragging";
import type { Verdict } from "../../../board/board-fit";
import { STEP_MIN } from "../../../board/board-time";
import { type BoardItem, type BoardPlacement, canMove, canResize } from "../board-item";

/** Less than this is a click. */
const THRESHOLD_PX = 4;
/** A finger that rests as long takes hold; one that moves before scrolls. */
const LONG_PRESS_MS = 350;
const LONG_PRESS_TOLERANCE_PX = 10;
/** Near an edge of the board it scrolls by itself. */
const EDGE_PX = 48;
const SCROLL_PX_PER_FRAME = 14;

export type Drop = { item: BoardItem; to: BoardPlacement } | { item: BoardItem; to: "unassigned" };

/** What is in hand, and where the hand is on the screen. */
export interface Grip {
  item: BoardItem;
  mode: "move" | "resize";
  x: number;
  y: number;
  /** From the start of the visit to where it was taken hold of. */
  grabMin: number;
}

/** Where on the screen is which place of a board. */
export interface Surface {
  grabMinOf: (item: BoardItem, x: number) => number;
  /** Null: nowhere. */
  targetOf: (grip: Grip) => BoardPlacement | null;
  boxOf: (placement: BoardPlacement) => { x: number; y: number; width: number } | null;
}

interface DragOptions {
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
  unassignedQueue: RefObject<HTMLElement | null>;
  /** What follows the pointer. */
  ghost: RefObject<HTMLElement | null>;
  /** As the board lies on the screen now: it is asked once a frame. */
  measure: () => Surface | null;
  /** How wide it is where it lies nowhere. */
  floatPx: number;
  itemOf: (key: string) => BoardItem | undefined;
  verdictOf: (item: BoardItem, placement: BoardPlacement) => Verdict;
  describe: (placement: BoardPlacement) => string;
  onDrop: (drop: Drop) => void;
  /** It begins with something in hand, or has ended. */
  onDragChange: (held: BoardItem | null) => void;
}

interface Drag extends Grip {
  source: HTMLElement;
  startX: number;
  startY: number;
  moving: boolean;
  /** By a finger. */
  isTouch: boolean;
  /** Until a finger has rested long enough; null: it has, or it is none. */
  longPressTimer: ReturnType<typeof setTimeout> | null;
  target: Drop["to"] | null;
  frame: number;
}

/**
 * Dragging with the mouse or a pen: of anything marked `data-drag` with its key, by its end (`data-resize`) to make it
 * longer. While it lasts nothing is rendered and the board stays as it was: once a frame one element is moved, and its
 * label told where it is. Escape lets everything be. By touch the board scrolls and a tap opens the dialog; a finger that rests takes hold.
 */
export function useDrag(options: DragOptions) {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const drag = useRef<Drag | null>(null);
  const beginAfterLongPress = useRef((_: Drag) => {});

  useEffect(() => {
    function onMove(event: PointerEvent) {
      const current = drag.current;
      if (!current) return;
      current.x = event.clientX;
      current.y = event.clientY;
      const distancePx = Math.hypot(current.x - current.startX, current.y - current.startY);
      if (current.moving) return;
      if (current.isTouch) {
        if (distancePx > LONG_PRESS_TOLERANCE_PX) end(false);
      } else if (distancePx > THRESHOLD_PX) begin(current);
    }

    function begin(current: Drag) {
      current.moving = true;
      current.source.dataset.dragged = "";
      setDragging(true);
      latest.current.onDragChange(current.item);
      document.documentElement.classList.add("dragging");
      const { ghost } = latest.current;
      if (ghost.current) ghost.current.hidden = false;
      current.frame = requestAnimationFrame(step);
    }

    function step() {
      const current = drag.current;
      if (!current?.moving) return;
      scrollNearEdges(current, latest.current.scroller.current);
      updateGhost(current, latest.current);
      current.frame = requestAnimationFrame(step);
    }

    function end(drop: boolean) {
      const current = drag.current;
      drag.current = null;
      clearTimeout(current?.longPressTimer ?? undefined);
      if (!current?.moving) return;
      cancelAnimationFrame(current.frame);
      updateGhost(current, latest.current);
      delete current.source.dataset.dragged;
      document.documentElement.classList.remove("dragging");
      const { ghost, unassignedQueue, onDrop, onDragChange } = latest.current;
      if (ghost.current) ghost.current.hidden = true;
      if (unassignedQueue.current) delete unassignedQueue.current.dataset.over;
      // The click that follows is the end of the dragging.
      window.addEventListener("click", suppressClick, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", suppressClick, { capture: true }), 0);
      if (drop && current.target) onDrop({ item: current.item, to: current.target } as Drop);
      onDragChange(null);
      setDragging(false);
    }

    /** The browser would drag selected text itself, and end this. */
    function onDragStart(event: DragEvent) {
      if (drag.current) event.preventDefault();
    }
    /** The page must not scroll under a finger that holds something, nor open a menu for it. */
    function onTouchMove(event: TouchEvent) {
      if (drag.current?.moving && event.cancelable) event.preventDefault();
    }
    function onContextMenu(event: Event) {
      if (drag.current?.isTouch) event.preventDefault();
    }
    beginAfterLongPress.current = begin;
    const onUp = () => end(true);
    const onCancel = () => end(false);
    function onKeyDown(event: KeyboardEvent) {
      if (!drag.current?.moving || !isPressed("drag-stop", event)) return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    }
    window.addEventListener("dragstart", onDragStart);
    window.addEventListener("touchmove", onTouchMove, { passive: false });
    window.addEventListener("contextmenu", onContextMenu);
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onCancel);
    window.addEventListener("blur", onCancel);
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      end(false);
      window.removeEventListener("dragstart", onDragStart);
      window.removeEventListener("touchmove", onTouchMove);
      window.removeEventListener("contextmenu", onContextMenu);
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onCancel);
      window.removeEventListener("blur", onCancel);
      window.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, []);

  return function onPointerDown(event: ReactPointerEvent<HTMLElement>) {
    if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
    const source = event.target.closest<HTMLElement>("[data-drag]");
    const item = source && latest.current.itemOf(source.dataset.drag ?? "");
    if (!item) return;
    const mode = event.target.closest("[data-resize]") ? "resize" : "move";
    if (mode === "resize" ? !canResize(item) : !canMove(item)) return;
    const { x, y } = { x: event.clientX, y: event.clientY };
    const grabMin = latest.current.measure()?.grabMinOf(item, x) ?? STEP_MIN;
    const isTouch = event.pointerType === "touch";
    const started: Drag = {
      item,
      mode,
      source,
      startX: x,
      startY: y,
      x,
      y,
      grabMin,
      moving: false,
      isTouch,
      longPressTimer: null,
      target: null,
      frame: 0,
    };
    drag.current = started;
    if (!isTouch) return;
    started.longPressTimer = setTimeout(() => {
      started.longPressTimer = null;
      if (drag.current === started) beginAfterLongPress.current(started);
    }, LONG_PRESS_MS);
  };
}

function suppressClick(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Finds out where the pointer is, and shows it: on the board where the visit would lie, elsewhere under the pointer. */
function updateGhost(drag: Drag, options: DragOptions): void {
  const { ghost, unassignedQueue } = options;
  const surface = options.measure();
  if (!ghost.current || !surface) return;
  const isOverQueue =
    drag.mode === "move" && drag.item.technicianId !== null && isWithin(unassignedQueue.current, drag);
  drag.target = isOverQueue ? "unassigned" : surface.targetOf(drag);
  if (unassignedQueue.current) {
    if (isOverQueue) unassignedQueue.current.dataset.over = "";
    else delete unassignedQueue.current.dataset.over;
  }

  const { style, dataset } = ghost.current;
  const placement = drag.target === "unassigned" ? null : drag.target;
  const box = (placement && surface.boxOf(placement)) ?? {
    x: drag.x + 8,
    y: drag.y + 8,
    width: options.floatPx,
  };
  style.transform = `translate(${Math.round(box.x)}px, ${Math.round(box.y)}px)`;
  style.inlineSize = `${Math.max(24, box.width)}px`;
  const label = placement ? options.describe(placement) : drag.item.reference;
  if (ghost.current.textContent === label) return;
  ghost.current.textContent = label;
  dataset.verdict = placement ? options.verdictOf(drag.item, placement) : "";
}

function isWithin(element: HTMLElement | null, { x, y }: { x: number; y: number }): boolean {
  const box = element?.getBoundingClientRect();
  return box ? x >= box.left && x <= box.right && y >= box.top && y <= box.bottom : false;
}

function scrollNearEdges({ x, y }: Drag, scroller: HTMLElement | null): void {
  if (!scroller) return;
  const box = scroller.getBoundingClientRect();
  // Beside it, over what waits, the rows stay where they are.
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return;
  const pull = (at: number, from: number, to: number) =>
    at < from + EDGE_PX ? -1 : at > to - EDGE_PX ? 1 : 0;
  scroller.scrollBy(
    pull(x, box.left, box.right) * SCROLL_PX_PER_FRAME,
    pull(y, box.top, box.bottom) * SCROLL_PX_PER_FRAME,
  );
}
