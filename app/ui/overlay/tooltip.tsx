import { Tooltip as Parts } from "@base-ui/react/tooltip";
import { useEffect, useRef, useState } from "react";

/** Marks what the office's tooltip tells of an element. For the eye alone: its accessible name has to say it, too. */
export function tip(words: string): { "data-tip": string } {
  return { "data-tip": words };
}

/** How long a pointer rests before it is told, and how long the words wait for it to come over to them. */
const REST_MS = 500;
const LEAVE_MS = 150;

/**
 * The one tooltip of the office, of whatever is marked by `tip`: when a pointer rests on it, or the keyboard's focus comes
 * there. A mark costs nothing until then, so a board may have hundreds. Escape takes the words away, and so does a press.
 */
export function Tooltips() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const hide = useRef(() => {});

  useEffect(() => {
    let under: HTMLElement | null = null;
    let focused: HTMLElement | null = null;
    let shown: HTMLElement | null = null;
    let waiting: ReturnType<typeof setTimeout> | undefined;

    function show(next: HTMLElement | null) {
      shown = next;
      setAnchor(next);
    }
    function decide() {
      const next = under ?? focused;
      clearTimeout(waiting);
      if (next === shown) return;
      waiting = setTimeout(show, next === null ? LEAVE_MS : next === focused ? 0 : REST_MS, next);
    }
    function onPointerOver({ target, pointerType, buttons }: PointerEvent) {
      // By touch it would lie under the finger, and while something is dragged in the way.
      if (pointerType === "touch" || buttons !== 0) return;
      under = popup.current?.contains(target as Node) ? shown : markedAround(target);
      decide();
    }
    function onFocusIn({ target }: FocusEvent) {
      focused = target instanceof Element && target.matches(":focus-visible") ? markedAround(target) : null;
      decide();
    }
    function onFocusOut() {
      focused = null;
      decide();
    }
    hide.current = () => {
      under = null;
      focused = null;
      clearTimeout(waiting);
      show(null);
    };
    const onPointerDown = () => hide.current();
    // What opens over the anchor is what Escape is for from then on, not words that nobody sees any more.
    function onToggle({ target, newState }: ToggleEvent) {
      if (target instanceof HTMLDialogElement && newState === "open") hide.current();
    }
    document.addEventListener("pointerover", onPointerOver);
    document.addEventListener("focusin", onFocusIn);
    document.addEventListener("focusout", onFocusOut);
    document.addEventListener("pointerdown", onPointerDown);
    document.addEventListener("beforetoggle", onToggle, true);
    return () => {
      clearTimeout(waiting);
      document.removeEventListener("pointerover", onPointerOver);
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("focusout", onFocusOut);
      document.removeEventListener("pointerdown", onPointerDown);
      document.removeEventListener("beforetoggle", onToggle, true);
    };
  }, []);

  if (!anchor) return null;
  return (
    <Parts.Root open onOpenChange={(open) => open || hide.current()}>
      {/* Over a modal dialog nothing is to be seen but what is in it. */}
      <Parts.Portal container={anchor.closest("dialog") ?? undefined}>
        <Parts.Positioner
          aria-hidden
          anchor={anchor}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 data-anchor-hidden:invisible"
        >
          <Parts.Popup
            ref={popup}
            dir="auto"
            className="max-w-72 rounded bg-ink px-2.5 py-1.5 text-xs text-paper shadow-raised"
          >
            {anchor.dataset.tip}
          </Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  );
}

function markedAround(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}
