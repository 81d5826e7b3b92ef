import { describe, expect, test } from "vitest";
import {
  hiddenFrom,
  rems,
  SELECTION_WIDTH,
  TABLE_REM,
  WIDE_LIST,
  widthInRem,
  widths,
} from "~/ui/list/column-widths";
import type { OfficeList } from "~/ui/list/office-list";

/** Minimum width of a column without a width of its own, enough for most of a name. */
const MIN_REM = 8;

const modules = import.meta.glob<Record<string, unknown>>(["../features/*/*/admin/*.tsx", "!**/*.test.tsx"], {
  eager: true,
});
const lists = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isList);

test("discovers the office lists", () => {
  expect(lists.length).toBeGreaterThanOrEqual(17);
});

test("defines each column width once and in ascending order", () => {
  expect(hiddenFrom.map(([from]) => from)).toEqual([undefined, ...Object.keys(widths)]);
  const all = Object.values(rems);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(WIDE_LIST.className).toBe(`@[${WIDE_LIST.fromRem}rem]:[--room:${WIDE_LIST.factor}]`);
});

describe.each(lists.map((list) => [list.path, list] as const))(
  "columns of the list %s",
  (_, { layout, bulk }) => {
    const columns = "columns" in layout ? layout.columns : [];

    test.each([TABLE_REM, ...Object.values(rems), WIDE_LIST.fromRem])(
      "leave room for a name at %d rem",
      (rem) => {
        const shown = columns.filter(({ visibleFrom }) => !visibleFrom || rems[visibleFrom] <= rem);
        const factor = rem >= WIDE_LIST.fromRem ? WIDE_LIST.factor : 1;
        const fixed = shown.reduce(
          (sum, { width }) => sum + (width ? widthInRem(width) * factor : 0),
          bulk ? widthInRem(SELECTION_WIDTH) : 0,
        );
        const free = shown.filter(({ width }) => !width).length;
        expect(rem - fixed).toBeGreaterThanOrEqual(free * MIN_REM);
      },
    );
  },
);

function isList(value: unknown): value is OfficeList<{ id: string }> {
  return typeof value === "object" && value !== null && "useRows" in value && "layout" in value;
}
