import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { BoardItem } from "../board-item";
import { VisitHandover } from "./visit-handover";
import { VisitProgressButtons } from "./visit-progress";

function buttonsFor(
  item: Partial<BoardItem>,
  Buttons: typeof VisitProgressButtons | typeof VisitHandover = VisitProgressButtons,
): string[] {
  const visit = {
    bookingId: "booking",
    version: 1,
    visitId: "visit",
    leadVisitId: null,
    technicianId: "omar",
  };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Buttons item={{ ...visit, ...item } as BoardItem} onDone={() => {}} />
    </QueryClientProvider>,
  );
  return [...html.matchAll(/<button[^>]*>([^<]*)/g)].map(([, label]) => label!);
}

it("offers the next steps of a visit, and none without a technician or after the work", () => {
  expect(buttonsFor({ state: "scheduled" })).toEqual(["On the way"]);
  expect(buttonsFor({ state: "en_route" })).toHaveLength(3);
  expect(buttonsFor({ state: "on_site" })).toHaveLength(2);
  expect(buttonsFor({ state: "work_done" })).toEqual([]);
  expect(buttonsFor({ state: "scheduled", technicianId: null })).toEqual([]);
});

it("offers the handover of a lead technician's visit under way only", () => {
  expect(buttonsFor({ state: "en_route" }, VisitHandover)).toEqual(["Hand over"]);
  expect(buttonsFor({ state: "on_site" }, VisitHandover)).toEqual(["Hand over"]);
  expect(buttonsFor({ state: "scheduled" }, VisitHandover)).toEqual([]);
  expect(buttonsFor({ state: "on_site", leadVisitId: "lead" }, VisitHandover)).toEqual([]);
});
