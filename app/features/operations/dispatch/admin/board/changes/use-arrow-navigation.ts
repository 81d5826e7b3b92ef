import { type KeyboardEvent, useState } from "react";
import { isPressed } from "~/ui/hooks/shortcuts";
import type { BoardEntry } from "../board-entries";
import { adjacentVisitKey, byStart } from "./arrow-navigation";

/** Roving tabindex over the visits; each technician is a row. */
export function useArrowNavigation(rows: readonly (readonly BoardEntry[])[]) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const order = rows.map(byStart);
  const tabKey = order.some((row) => row.some(({ item }) => item.key === activeKey))
    ? activeKey
    : (order.find((row) => row.length > 0)?.[0]?.item.key ?? null);

  function step(event: KeyboardEvent<HTMLElement>) {
    const key = (event.target as HTMLElement).dataset.visit;
    if (!key || !isPressed("board-step", event)) return;
    event.preventDefault();
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = adjacentVisitKey(order, key, event.key, rtl);
    if (!next) return;
    setActiveKey(next);
    const button = event.currentTarget.querySelector<HTMLElement>(`[data-visit="${next}"]`);
    button?.focus();
    button?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  return { tabKey, setActiveKey, step };
}
