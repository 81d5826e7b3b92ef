import { useEffect, useRef } from "react";
import { useShortcuts, useShortcutsInHelp } from "../hooks/shortcuts";

export function listItem(id: string) {
  return { "data-list-item": id };
}

/** j and k step through the list, as do the arrow keys while it has the focus; "/" focuses the search. */
export function useListShortcuts(
  list: { current: HTMLElement | null },
  search: { current: HTMLElement | null },
): void {
  function step(by: 1 | -1) {
    return ({ key }: KeyboardEvent) => {
      const inList = list.current?.contains(document.activeElement) ?? false;
      if (isCovered() || (key.startsWith("Arrow") && !inList)) return false;
      stepThrough(list.current, by);
    };
  }
  const isCovered = () => Boolean(list.current?.closest("[inert]"));
  useShortcuts({
    "list-next": step(1),
    "list-previous": step(-1),
    "list-search": () => {
      if (isCovered()) return false;
      search.current?.focus();
    },
  });
  useShortcutsInHelp("list-open");
}

/** Returns the focus to the row of the closed record, or to the button that opened the form. */
export function useFocusBack(list: { current: HTMLElement | null }, opened: string | undefined): void {
  const wasOpen = useRef(opened);
  useEffect(() => {
    const closed = opened ? undefined : wasOpen.current;
    wasOpen.current = opened;
    if (!closed) return;
    const opener = list.current?.querySelector<HTMLElement>(`[data-opens="${closed}"]`);
    const item = itemsOf(list.current).find(({ dataset }) => dataset.listItem === closed);
    (opener ?? item)?.focus();
  }, [list, opened]);
}

function stepThrough(list: HTMLElement | null, step: number): void {
  const items = itemsOf(list);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const opened = items.findIndex((item) => item.getAttribute("aria-current") === "true");
  const from = at >= 0 ? at : opened >= 0 ? opened : step > 0 ? -1 : items.length;
  items[Math.min(Math.max(from + step, 0), items.length - 1)]?.focus();
}

/** Both the table and the cards are rendered, and one is hidden. */
function itemsOf(list: HTMLElement | null): HTMLElement[] {
  const items = list?.querySelectorAll<HTMLElement>("[data-list-item]") ?? [];
  return [...items].filter((item) => item.offsetParent !== null);
}
