import { expect, it } from "vitest";
import { MAX_SELECTED, nextStep } from "./use-selection";

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), open: at % 2 === 0 }));
const list = (count: number, changes: { hasNextPage?: boolean; isFetchingNextPage?: boolean } = {}) => ({
  rows: rowsOf(count),
  error: null,
  isPlaceholderData: false,
  pages: {
    ...{ hasNextPage: false, isFetchingNextPage: false },
    ...{ fetchNextPage: () => {}, onVisibleRows: () => {} },
    ...changes,
  },
});
const any = () => true;

it("loads the pages of all matching rows before it selects them, up to the limit of one run", () => {
  expect(nextStep(list(50, { hasNextPage: true }), any)).toBe("load");
  expect(nextStep(list(50, { hasNextPage: true, isFetchingNextPage: true }), any)).toBeNull();
  expect(nextStep(list(230), any)).toBe("select");
  expect(nextStep(list(MAX_SELECTED, { hasNextPage: true }), any)).toBe("select");
  expect(nextStep(list(MAX_SELECTED, { hasNextPage: true }), ({ open }) => open)).toBe("load");
});

it("stops if the filter changes or a page fails", () => {
  expect(nextStep({ ...list(50), isPlaceholderData: true }, any)).toBe("stop");
  expect(nextStep({ ...list(50, { hasNextPage: true }), error: new Error("Offline") }, any)).toBe("stop");
});
