import { Tooltip as Parts } from "@base-ui/react/tooltip";
import { useHoverIntent } from "../hooks/use-hover-intent";

/** Marks what the office's tooltip tells of an element. For the eye alone: its accessible name has to say it, too. */
export function tip(words: string): { "data-tip": string } {
  return { "data-tip": words };
}

/** How long a pointer rests before it is told. */
const REST_MS = 500;

/**
 * The one tooltip of the office, of whatever is marked by `tip`: when a pointer rests on it, or the keyboard's focus comes
 * there. A mark costs nothing until then, so a board may have hundreds. Escape takes the words away, and so does a press.
 */
export function Tooltips() {
  const { anchor, popup, onOpenChange } = useHoverIntent({
    find: markedAround,
    hoverMs: REST_MS,
    focusMs: 0,
  });
  if (!anchor) return null;
  return (
    <Parts.Root open onOpenChange={onOpenChange}>
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

function markedAround(target: Element): HTMLElement | null {
  return target.closest<HTMLElement>("[data-tip]");
}
