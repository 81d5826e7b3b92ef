import { type RefObject, useEffect, useRef, useState } from "react";

/** Time for the pointer to move from the anchor to the popup. */
const LEAVE_MS = 150;

interface HoverIntentOptions {
  find: (target: Element) => HTMLElement | null;
  hoverMs: number;
  focusMs: number;
  scroller?: RefObject<HTMLElement | null>;
}

/**
 * Element under the resting pointer or with the keyboard focus. It stays while the pointer is over `popup`.
 */
export function useHoverIntent({ find, hoverMs, focusMs, scroller }: HoverIntentOptions) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const hide = useRef((): boolean => false);
  const found = useRef(find);
  useEffect(() => {
    found.current = find;
  });

  useEffect(() => {
    let hovered: HTMLElement | null = null;
    let focused: HTMLElement | null = null;
    let shown: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const findAnchor = (target: EventTarget | null) =>
      target instanceof Element ? found.current(target) : null;

    function show(next: HTMLElement | null) {
      shown = next?.isConnected ? next : null;
      setAnchor(shown);
    }
    function scheduleShow() {
      const next = hovered ?? focused;
      clearTimeout(timer);
      if (next === shown) return;
      timer = setTimeout(show, next === null ? LEAVE_MS : next === focused ? focusMs : hoverMs, next);
    }
    function onPointerOver({ target, pointerType, buttons }: PointerEvent) {
      // A finger would cover the popup.
      if (pointerType === "touch" || buttons !== 0) return;
      hovered = popup.current?.contains(target as Node) ? shown : findAnchor(target);
      scheduleShow();
    }
    function onFocusIn({ target }: FocusEvent) {
      focused = target instanceof Element && target.matches(":focus-visible") ? findAnchor(target) : null;
      scheduleShow();
    }
    function onFocusOut() {
      focused = null;
      scheduleShow();
    }
    // Returns false if the popup was already hidden.
    hide.current = () => {
      const wasShown = shown !== null;
      hovered = null;
      focused = null;
      clearTimeout(timer);
      show(null);
      return wasShown;
    };
    function onPress({ target }: Event) {
      if (!popup.current?.contains(target as Node)) hide.current();
    }
    // Escape must close the new dialog instead of the hidden popup.
    function onToggle({ target, newState }: ToggleEvent) {
      if (target instanceof HTMLDialogElement && newState === "open") hide.current();
    }
    function onScroll() {
      // Focus may scroll the element into view.
      const focusedBefore = shown === null ? focused : null;
      hide.current();
      if (!focusedBefore) return;
      focused = focusedBefore;
      scheduleShow();
    }
    const scrollContainer = scroller?.current;
    document.addEventListener("pointerover", onPointerOver);
    document.addEventListener("focusin", onFocusIn);
    document.addEventListener("focusout", onFocusOut);
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("beforetoggle", onToggle, true);
    scrollContainer?.addEventListener("scroll", onScroll, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onPointerOver);
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("focusout", onFocusOut);
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("beforetoggle", onToggle, true);
      scrollContainer?.removeEventListener("scroll", onScroll, true);
    };
  }, [hoverMs, focusMs, scroller]);

  function onOpenChange(open: boolean, { cancel }: { cancel: () => void }) {
    // A hidden popup that is still rendered must not consume the Escape key of a dialog above it.
    if (!open && !hide.current()) cancel();
  }
  return { anchor, popup, onOpenChange };
}
