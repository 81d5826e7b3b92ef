import { useEffect, useRef } from "react";

/** Marks a link that the keys step through. */
export function listItem(id: string) {
  return { "data-list-item": id };
}

const STEPS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/**
 * j and k, or the arrows once the focus is in the list, step through it; Enter opens, as on any link; "/" goes to the
 * search box. Not while somebody types.
 */
export function useListKeys(
  list: { current: HTMLElement | null },
  search: { current: HTMLElement | null },
): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
      if (target.closest("input, textarea, select, dialog, [role=dialog], [contenteditable]")) return;
      if (list.current?.closest("[inert]")) return;
      if (key === "/") {
        event.preventDefault();
        search.current?.focus();
        return;
      }
      const step = STEPS[key];
      const inList = list.current?.contains(target) ?? false;
      if (!step || (key.startsWith("Arrow") && !inList)) return;
      event.preventDefault();
      stepThrough(list.current, step);
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [list, search]);
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
