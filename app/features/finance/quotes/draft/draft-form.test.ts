import { describe, expect, it } from "vitest";
import { blankLine, parsePastedRows } from "../../../core/pricing/typed-lines";
import { parseQuoteForm, type QuoteForm, toQuoteForm } from "./draft-form";

const typed = (changes: Partial<QuoteForm> = {}): QuoteForm => ({
  title: "Three split units",
  introduction: "",
  terms: "",
  rows: [
    { kind: "section", key: "a", title: "Roof" },
    blankLine({ description: "AC service", quantity: "1.5", unit: "h", price: "1,250.50" }),
    blankLine(),
  ],
  discountKind: "percent",
  discount: "12.5",
  vatTreatment: "standard",
  deposit: "30",
  validDays: "14",
  photoIds: [],
  serviceId: "",
  propertyId: "",
  ...changes,
});

describe("parseQuoteForm", () => {
  it("reads amounts in fils and hundredths and skips empty rows", () => {
    const { draft, errors } = parseQuoteForm(typed());
    expect(errors).toEqual({});
    expect(draft).toMatchObject({
      lines: [{ section: "Roof", quantityHundredths: 150, unit: "h", unitFils: 1250_50 }],
      discount: { kind: "percent", hundredths: 1250 },
      depositPercent: 30,
      validDays: 14,
      serviceId: null,
    });
  });

  it("refuses a deposit on a quote without VAT", () => {
    const untaxed = typed({ vatTreatment: "DL8.45.1" });
    expect(parseQuoteForm(untaxed).errors).toHaveProperty("deposit");
    expect(parseQuoteForm({ ...untaxed, deposit: "0" }).errors).toEqual({});
  });

  it("round-trips a draft", () => {
    const { draft } = parseQuoteForm(typed());
    expect(parseQuoteForm(toQuoteForm(draft, draft)).draft).toEqual(draft);
  });

  it("reports each error at its field and still returns the valid lines", () => {
    const rows = [
      blankLine({ description: "Good", price: "100" }),
      blankLine({ description: "No price", price: "abc" }),
      blankLine({ description: " ", price: "5", quantity: "0" }),
    ];
    const { draft, errors } = parseQuoteForm(
      typed({ rows, title: " ", discount: "101", deposit: "half", validDays: "0" }),
    );
    expect(Object.keys(errors).sort()).toEqual([
      "deposit",
      "discount",
      "rows.1.price",
      "rows.2.description",
      "rows.2.quantity",
      "title",
      "validDays",
    ]);
    expect(draft.lines[0]).toMatchObject({ unitFils: 100_00 });
  });
});

describe("parsePastedRows", () => {
  it("creates a row per line from spreadsheet columns", () => {
    const rows = parsePastedRows("Pump\t2\tpc\t450.00\nPipe\t10\t35\n\nLabour\t600\nCleaning");
    expect(
      rows?.map(({ description, quantity, unit, price }) => [description, quantity, unit, price]),
    ).toEqual([
      ["Pump", "2", "pc", "450.00"],
      ["Pipe", "10", "", "35"],
      ["Labour", "1", "", "600"],
      ["Cleaning", "1", "", ""],
    ]);
  });

  it("ignores a single line, which is pasted into the field", () => {
    expect(parsePastedRows("Pump")).toBeNull();
  });
});
