import { describe, expect, it } from "vitest";
import { services } from "../../../db/seed/catalogue";
import { serviceTexts } from "../../../db/seed/catalogue-arabic";
import { matchesLabel, matchesService, matchIn, parseInput } from "./palette-matching";

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

  it.each([
    ["فاتورة جديدة لأحمد علي", "invoice", "أحمد علي"],
    ["فاتورة للعميل أحمد", "invoice", "أحمد"],
    ["حجز جديد", "booking", ""],
    ["لأحمد", null, "لأحمد"],
  ])('reads the Arabic "%s" as an action with a customer', (typed, action, search) => {
    const arabicActions = [
      { id: "booking", label: "حجز جديد" },
      { id: "invoice", label: "فاتورة جديدة" },
    ];
    expect(parseInput(typed, arabicActions, "ل إلى للعميل")).toEqual({ action, search });
  });

  it("matches Arabic labels with and without the article", () => {
    for (const typed of ["الحجوزات", "حجوزات", "حجوز"]) expect(matchesLabel("الحجوزات", typed)).toBe(true);
    expect(matchesLabel("الحجوزات", "عملاء")).toBe(false);
  });

  it("matches labels by the beginnings of their words", () => {
    expect(matchesLabel("Statement of account", "acc stat")).toBe(true);
    expect(matchesLabel("Statement of account", "count")).toBe(false);
  });
});

describe("matchesService", () => {
  const found = (typed: string) =>
    services
      .filter(({ id, name, summary }) =>
        matchesService({ texts: { name, summary, ...serviceTexts[id]! } }, typed),
      )
      .map(({ id }) => id);

  it.each([
    ["سباكة", "plumbing"],
    ["السباكه", "plumbing"],
    ["تكييف", "hvac"],
    ["دهان", "painting"],
    ["كهرباء", "electrical"],
    ["plumb", "plumbing"],
    ["طوارئ", "emergency"],
  ])("finds %s", (typed, id) => {
    expect(found(typed)).toEqual([id]);
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
