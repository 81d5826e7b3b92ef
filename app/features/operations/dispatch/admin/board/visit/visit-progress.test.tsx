import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { BoardItem } from "../board-item";
import { canHandOver } from "./visit-handover";
import { useVisitProgress } from "./visit-progress";

const visit = {
  ...{ bookingId: "booking", version: 1, visitId: "visit", leadVisitId: null, technicianId: "omar" },
} as BoardItem;

function actionsFor(item: Partial<BoardItem>): { steps: string[]; corrections: string[] } {
  const labels = { steps: [] as string[], corrections: [] as string[] };
  function Reader() {
    const progress = useVisitProgress({ ...visit, ...item });
    labels.steps = progress.steps.map(({ label }) => label);
    labels.corrections = progress.corrections.map(({ label }) => label);
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Reader />
    </QueryClientProvider>,
  );
  return labels;
}

it("offers the next steps of a visit, and none without a technician or after the work", () => {
  expect(actionsFor({ state: "scheduled" })).toEqual({ steps: ["On the way"], corrections: [] });
  expect(actionsFor({ state: "en_route" }).steps[0]).toBe("Arrived");
  expect(actionsFor({ state: "en_route" }).corrections).toHaveLength(1);
  expect(actionsFor({ state: "on_site" }).corrections).toHaveLength(1);
  expect(actionsFor({ state: "work_done" })).toEqual({ steps: [], corrections: [] });
  expect(actionsFor({ state: "scheduled", technicianId: null })).toEqual({ steps: [], corrections: [] });
});

it("offers the handover of a lead technician's visit under way only", () => {
  expect(canHandOver({ ...visit, state: "en_route" })).toBe(true);
  expect(canHandOver({ ...visit, state: "on_site" })).toBe(true);
  expect(canHandOver({ ...visit, state: "scheduled" })).toBe(false);
  expect(canHandOver({ ...visit, state: "on_site", leadVisitId: "lead" })).toBe(false);
});
