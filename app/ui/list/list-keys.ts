import { useEffect, useRef } from "react";
import { useShortcuts, useShortcutsHere } from "../hooks/shortcuts";

/** Marks a link that the keys step through. */
export function listItem(id: string) {
  return { "data-list-item": id };
}

/**
 * j and k, or the arrows once the focus is in the list, step through it; Enter opens, as on any link; "/" goes to the
 * search box.
 */
export function useListKeys(
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
  useShortcutsHere("list-open");
}

/** Gives the focus back to the row of what was opened, or to what opened the form of a new one, once that is closed. */
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

/** The list is there as a table and as cards, of which one is shown. */
function itemsOf(list: HTMLElement | null): HTMLElement[] {
  const items = list?.querySelectorAll<HTMLElement>("[data-list-item]") ?? [];
  return [...items].filter((item) => item.offsetParent !== null);
}
