import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { BoardItem } from "../board-item";
import { VisitProgressButtons } from "./visit-progress";

function buttonsFor(item: Partial<BoardItem>): string[] {
  const visit = {
    bookingId: "booking",
    version: 1,
    visitId: "visit",
    leadVisitId: null,
    technicianId: "omar",
  };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <VisitProgressButtons item={{ ...visit, ...item } as BoardItem} />
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
