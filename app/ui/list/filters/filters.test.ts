import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameFilter, type ListFilter, readFilter, writeFilter } from "./filters";

interface Filter {
  search?: string;
  state?: string;
  service?: string;
  emergency?: string;
  from?: string;
  to?: string;
  dates?: string;
}

const word = () => "word";
const filters: ListFilter<Filter>[] = [
  { kind: "search", name: "search", label: word, placeholder: word },
  {
    kind: "chips",
    name: "state",
    label: word,
    all: word,
    values: ["new", "done"],
    labelOf: (value) => value,
  },
  { kind: "choice", name: "service", label: word, all: word, useOptions: () => [] },
  { kind: "flag", name: "emergency", label: word, value: "yes" },
  {
    kind: "days",
    name: "from",
    label: word,
    from: word,
    until: "to",
    to: word,
    of: {
      name: "dates",
      values: [
        { value: "visit", label: word },
        { value: "received", label: word },
      ],
    },
  },
];

const read = (address: string) => readFilter(filters, new URLSearchParams(address));

const day = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const anyFilter: fc.Arbitrary<Filter> = fc.record(
  {
    search: fc
      .string({ minLength: 1, unit: "grapheme" })
      .filter((text) => text === text.trim() && text !== ""),
    state: fc.constantFrom("new", "done"),
    service: fc.uuid(),
    emergency: fc.constant("yes"),
    from: day,
    to: day,
    dates: fc.constant("received"),
  },
  { requiredKeys: [] },
);

describe("readFilter and writeFilter", () => {
  it("reads values that were typed or pasted into the address", () => {
    expect(read("from=٢٠٢٦-١١-٠١&to=\u200f2026-11-30\u200e&state=new\u200b&service=a\u2068")).toEqual({
      from: "2026-11-01",
      to: "2026-11-30",
      state: "new",
      service: "a",
    });
  });

  it("property: reads every written filter back unchanged", () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(read(writeFilter(filters, filter).toString())).toEqual(filter);
      }),
    );
  });

  it("writes parameters in the order of the filters and keeps unrelated ones", () => {
    const written = writeFilter(
      filters,
      { to: "2026-01-02", search: "leak" },
      new URLSearchParams("a=1&to=x"),
    );
    expect(written.toString()).toBe("a=1&search=leak&to=2026-01-02");
  });

  it.each([
    "state=unknown",
    "emergency=maybe",
    "from=2026-02-31",
    "to=tomorrow",
    "dates=visit",
    "search=",
    "search=%20",
    "other=1",
  ])("ignores the invalid filter parameter %s", (address) => {
    expect(read(address)).toEqual({});
  });

  it("compares filters regardless of property order and empty values", () => {
    expect(isSameFilter(filters, { search: "a", state: "new" }, { state: "new", search: "a" })).toBe(true);
    expect(isSameFilter(filters, { search: "a" }, { search: "a", state: "new" })).toBe(false);
    expect(isSameFilter(filters, { search: "" }, {})).toBe(true);
  });
});
