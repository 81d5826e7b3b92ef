import { expect, test } from "vitest";
import type { Board, BoardVisit } from "../../views";
import { findCurrentItem } from "./board-entries";
import { itemOfVisit } from "./board-item";

const visit = (id: string, version: number) =>
  ({
    id,
    version,
    leadVisitId: null,
    startsAt: "2026-12-15T06:00:00Z",
    endsAt: "2026-12-15T07:00:00Z",
  }) as BoardVisit;
const boardOf = (...visits: BoardVisit[]): Pick<Board, "visits" | "unassigned" | "requests"> => ({
  visits,
  unassigned: [],
  requests: [],
});

test("findCurrentItem follows a visit and returns null once it left the board", () => {
  const item = itemOfVisit(visit("mine", 3));
  expect(findCurrentItem(item, boardOf(visit("other", 9), visit("mine", 4)))).toMatchObject({
    key: "mine",
    version: 4,
  });
  expect(findCurrentItem(item, boardOf(visit("other", 9)))).toBeNull();
});

test("findCurrentItem returns the visit of work that was placed by another user", () => {
  const work = { ...itemOfVisit(visit("booking", 3)), bookingId: "booking", visitId: null };
  const placedItem = { ...visit("placed", 4), bookingId: "booking" };
  expect(findCurrentItem(work, boardOf(placedItem))).toMatchObject({ visitId: "placed", version: 4 });
});
