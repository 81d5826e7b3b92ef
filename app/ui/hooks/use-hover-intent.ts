import { type RefObject, useEffect, useRef, useState } from "react";

/** How long what is shown waits for the pointer to come over to it. */
const LEAVE_MS = 150;

interface HoverIntentOptions {
  /** What is told of, around what the pointer or the focus is on; null: nothing there. */
  find: (target: Element) => HTMLElement | null;
  /** How long a pointer rests before it is told. */
  hoverMs: number;
  /** How long the keyboard's focus does. */
  focusMs: number;
  /** What is shown stands still with this: when it scrolls, or something in it, it goes. */
  scroller?: RefObject<HTMLElement | null>;
}

/**
 * What a pointer rests on, or the keyboard's focus has come to; null: nothing. It stays while the pointer is over what is
 * shown of it (`popup`). A press elsewhere takes it away, and so does what opens over the page.
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
      // By touch it would lie under the finger, and while something is dragged in the way.
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
    // False: there was nothing any more.
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
    // What opens over the anchor is what Escape is for from then on, not words that nobody sees any more.
    function onToggle({ target, newState }: ToggleEvent) {
      if (target instanceof HTMLDialogElement && newState === "open") hide.current();
    }
    function onScroll() {
      // The focus itself brought it into sight: it is told once it stands still.
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

  /** Of the library's root that draws it. */
  function onOpenChange(open: boolean, { cancel }: { cancel: () => void }) {
    // What was taken away and is only not drawn anew yet gets no Escape: that is for what has opened over it.
    if (!open && !hide.current()) cancel();
  }
  return { anchor, popup, onOpenChange };
}
