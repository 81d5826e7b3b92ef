import { describe, expect, it } from "vitest";
import { matchesLabel, matchIn, parseInput } from "./palette-matching";

const actions = [
  { id: "booking", label: "New booking" },
  { id: "quote", label: "New quote" },
  { id: "invoice", label: "New invoice" },
  { id: "payment", label: "Record payment" },
] as const;
const read = (typed: string) => parseInput(typed, actions, "for of");

describe("readPaletteInput", () => {
  it.each([
    ["new quote for Ahmed Ali", "quote", "Ahmed Ali"],
    ["Quote ahmed", "quote", "ahmed"],
    ["inv 0012", "invoice", "0012"],
    ["record payment of INV-2026-000012", "payment", "INV-2026-000012"],
    ["pay 0012", "payment", "0012"],
    ["record 0012", "payment", "0012"],
    ["new book", "booking", ""],
    // "new" could be the beginning of a name.
    ["new quote for", "quote", "for"],
  ])('reads "%s" as an action with a customer', (typed, action, search) => {
    expect(read(typed)).toEqual({ action, search });
  });

  it.each(["New Horizon LLC", "Booker Smith", "Payman", "new", "in", "Ahmed quote", ""])(
    'reads "%s" as a search only',
    (typed) => {
      expect(read(typed)).toEqual({ action: null, search: typed });
    },
  );

  it("matches labels by the beginnings of their words", () => {
    expect(matchesLabel("Statement of account", "acc stat")).toBe(true);
    expect(matchesLabel("Statement of account", "count")).toBe(false);
  });
});

describe("matchIn", () => {
  const lit = (text: string, typed: string) => {
    const found = matchIn(text, typed);
    return found && text.slice(...found);
  };

  it.each([
    ["Zeinab Quraishi", " quRAI", "Qurai"],
    ["+971 50 123 4567", "050 1234", "50 123 4"],
    ["+971 50 123 4567", "4567", "4567"],
    ["INV-2026-000012", "0012", "0012"],
    ["\u2066+971 50 123 4567\u2069", "00971501", "971 50 1"],
  ])("highlights the part of %s that matches %s", (text, typed, part) => {
    expect(lit(text, typed)).toBe(part);
  });

  it("highlights nothing for a match in text that is not shown", () => {
    expect(lit("Zeinab Quraishi", "marina")).toBeNull();
    expect(lit("Zeinab Quraishi", " ")).toBeNull();
  });
});
