import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from "react";
import { isPressed } from "~/ui/hooks/shortcuts";
import { setDragging } from "~/ui/screen/use-frozen-while-dragging";
import type { Verdict } from "../../../board/board-fit";
import { STEP_MIN } from "../../../board/board-time";
import { type BoardItem, type BoardPlacement, canMove, canResize } from "../board-item";

/** Shorter movements are clicks. */
const THRESHOLD_PX = 4;
/** Touch: a long press drags, an earlier movement scrolls. */
const LONG_PRESS_MS = 350;
const LONG_PRESS_TOLERANCE_PX = 10;
/** Distance from an edge that scrolls the board. */
const EDGE_PX = 48;
const SCROLL_PX_PER_FRAME = 14;

export type Drop = { item: BoardItem; to: BoardPlacement } | { item: BoardItem; to: "unassigned" };

/** Dragged item and pointer position. */
export interface Grip {
  item: BoardItem;
  mode: "move" | "resize";
  x: number;
  y: number;
  /** Minutes from the start of the visit to the pointer. */
  grabMin: number;
}

/** Maps screen positions to placements. */
export interface Surface {
  grabMinOf: (item: BoardItem, x: number) => number;
  /** Null outside the board. */
  targetOf: (grip: Grip) => BoardPlacement | null;
  boxOf: (placement: BoardPlacement) => { x: number; y: number; width: number } | null;
}

interface DragOptions {
  scroller: RefObject<HTMLElement | null>;
  unassignedQueue: RefObject<HTMLElement | null>;
  ghost: RefObject<HTMLElement | null>;
  /** Called once per frame, since the board may scroll. */
  measure: () => Surface | null;
  /** Width of the ghost outside the board. */
  floatPx: number;
  itemOf: (key: string) => BoardItem | undefined;
  verdictOf: (item: BoardItem, placement: BoardPlacement) => Verdict;
  describe: (placement: BoardPlacement) => string;
  onDrop: (drop: Drop) => void;
  /** Null when the drag ends. */
  onDragChange: (item: BoardItem | null) => void;
}

interface Drag extends Grip {
  source: HTMLElement;
  startX: number;
  startY: number;
  moving: boolean;
  isTouch: boolean;
  /** Null once the press is long enough, and for mice. */
  longPressTimer: ReturnType<typeof setTimeout> | null;
  target: Drop["to"] | null;
  frame: number;
}

/**
 * Drags elements marked `data-drag`; `data-resize` marks their resize handle.
 * Nothing is rendered while dragging: each frame moves one element, so that it stays smooth. Escape cancels.
 * Touch: a long press drags, a tap clicks.
 */
export function useDrag(options: DragOptions) {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const drag = useRef<Drag | null>(null);
  const startAfterLongPress = useRef((_: Drag) => {});

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
      } else if (distancePx > THRESHOLD_PX) start(current);
    }

    function start(current: Drag) {
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
      // The click after a drag must not open the visit.
      window.addEventListener("click", suppressClick, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", suppressClick, { capture: true }), 0);
      if (drop && current.target) onDrop({ item: current.item, to: current.target } as Drop);
      onDragChange(null);
      setDragging(false);
    }

    /** Native dragging of selected text would end the drag. */
    function onDragStart(event: DragEvent) {
      if (drag.current) event.preventDefault();
    }
    /** No scrolling or context menu under a dragging finger. */
    function onTouchMove(event: TouchEvent) {
      if (drag.current?.moving && event.cancelable) event.preventDefault();
    }
    function onContextMenu(event: Event) {
      if (drag.current?.isTouch) event.preventDefault();
    }
    startAfterLongPress.current = start;
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
      if (drag.current === started) startAfterLongPress.current(started);
    }, LONG_PRESS_MS);
  };
}

function suppressClick(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Snaps the ghost to the placement; elsewhere it follows the pointer. */
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
  // No scrolling while over the queue.
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return;
  const directionOf = (at: number, from: number, to: number) =>
    at < from + EDGE_PX ? -1 : at > to - EDGE_PX ? 1 : 0;
  scroller.scrollBy(
    directionOf(x, box.left, box.right) * SCROLL_PX_PER_FRAME,
    directionOf(y, box.top, box.bottom) * SCROLL_PX_PER_FRAME,
  );
}
