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
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const around = (target: EventTarget | null) => (target instanceof Element ? found.current(target) : null);

    function show(next: HTMLElement | null) {
      shown = next?.isConnected ? next : null;
      setAnchor(shown);
    }
    function decide() {
      const next = hovered ?? focused;
      clearTimeout(waiting);
      if (next === shown) return;
      waiting = setTimeout(show, next === null ? LEAVE_MS : next === focused ? focusMs : hoverMs, next);
    }
    function onPointerOver({ target, pointerType, buttons }: PointerEvent) {
      // A finger would cover the popup.
      if (pointerType === "touch" || buttons !== 0) return;
      hovered = popup.current?.contains(target as Node) ? shown : around(target);
      decide();
    }
    function onFocusIn({ target }: FocusEvent) {
      focused = target instanceof Element && target.matches(":focus-visible") ? around(target) : null;
      decide();
    }
    function onFocusOut() {
      focused = null;
      decide();
    }
    // Returns false if the popup was already hidden.
    hide.current = () => {
      const told = shown !== null;
      hovered = null;
      focused = null;
      clearTimeout(waiting);
      show(null);
      return told;
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
      const coming = shown === null ? focused : null;
      hide.current();
      if (!coming) return;
      focused = coming;
      decide();
    }
    const scrolls = scroller?.current;
    document.addEventListener("pointerover", onPointerOver);
    document.addEventListener("focusin", onFocusIn);
    document.addEventListener("focusout", onFocusOut);
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("beforetoggle", onToggle, true);
    scrolls?.addEventListener("scroll", onScroll, { passive: true, capture: true });
    return () => {
      clearTimeout(waiting);
      document.removeEventListener("pointerover", onPointerOver);
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("focusout", onFocusOut);
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("beforetoggle", onToggle, true);
      scrolls?.removeEventListener("scroll", onScroll, true);
    };
  }, [hoverMs, focusMs, scroller]);

  function onOpenChange(open: boolean, { cancel }: { cancel: () => void }) {
    // A hidden popup that is still rendered must not consume the Escape key of a dialog above it.
    if (!open && !hide.current()) cancel();
  }
  return { anchor, popup, onOpenChange };
}
