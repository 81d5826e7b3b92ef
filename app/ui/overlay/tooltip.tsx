import { Tooltip as Parts } from "@base-ui/react/tooltip";
import { useHoverIntent } from "../hooks/use-hover-intent";

/** Visual only: the accessible name must contain the same text. */
export function tooltip(words: string): { "data-tip": string } {
  return { "data-tip": words };
}

const HOVER_MS = 500;

/** One tooltip for all elements with `tooltip()`, because a board has hundreds of them. */
export function Tooltips() {
  const { anchor, popup, onOpenChange } = useHoverIntent({
    find: findMarked,
    hoverMs: HOVER_MS,
    focusMs: 0,
  });
  if (!anchor) return null;
  return (
    <Parts.Root open onOpenChange={onOpenChange}>
      {/* Elements outside an open modal dialog are inert. */}
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

function findMarked(target: Element): HTMLElement | null {
  return target.closest<HTMLElement>("[data-tip]");
}
