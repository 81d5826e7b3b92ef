import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  blankLine,
  parseDiscount,
  parseRows,
  type Row,
  withDiscount,
} from "../../../core/pricing/typed-lines";
import type { InvoiceDetail } from "../views";
import { draftSums, parseInvoiceForm, toInvoiceForm } from "./draft-form";

const DEPOSIT = "5a0e8a4c-4c1f-4c5f-9b3d-0d6e0d6b7a11";
const rows = (): Row[] => [
  blankLine({ description: "Call-out", quantity: "2", unit: "h", price: "150" }),
  { kind: "section", key: "roof", title: "Roof" },
  blankLine({ description: "AC service", quantity: "1.5", price: "1,250.50", discount: "75.75" }),
  blankLine(),
  { kind: "fixed", key: "deposit", id: DEPOSIT, description: "Deposit INV-2026-000007", fils: 500_00 },
];
const typed = (more: object = {}) => ({
  ...{ rows: rows(), supplyDate: "2026-11-20", dueDate: "", note: " Thank you " },
  ...more,
});

/** Response of the server for a saved form. */
function stored({ draft }: ReturnType<typeof parseInvoiceForm>): InvoiceDetail {
  const lines = draft.lines.map((line, at) => ({ ...line, position: at + 1, vatFils: 0 }));
  return { ...draft, lines, vatRates: [], today: "2026-11-23" } as unknown as InvoiceDetail;
}

describe("parseInvoiceForm", () => {
  it("reads rows under their headings, skips empty rows and keeps deposit deductions", () => {
    const { draft, errors } = parseInvoiceForm(typed(), null);
    expect(errors).toEqual({});
    expect(draft).toMatchObject({ supplyDate: "2026-11-20", dueDate: null, note: "Thank you" });
    expect(draft.lines).toMatchObject([
      { section: "", description: "Call-out", quantityHundredths: 200, unitFils: 150_00, deductsId: null },
      { section: "Roof", quantityHundredths: 150, unitFils: 1250_50, discountFils: 75_75 },
      { section: "", quantityHundredths: -100, unitFils: 500_00, deductsId: DEPOSIT },
    ]);
    expect(draftSums(draft, stored({ draft, errors }))).toMatchObject({
      document: {
        subtotalFils: 300_00 + 1875_75,
        discountFils: 75_75,
        chargedFils: 2100_00,
        depositFils: 500_00,
        balanceFils: 1600_00,
      },
      total: { grossFils: 1600_00 },
    });
  });

  it("round-trips a draft", () => {
    const once = parseInvoiceForm(typed(), null);
    expect(parseInvoiceForm(toInvoiceForm(stored(once)), null).draft).toEqual(once.draft);
  });

  it("reports each error at its field", () => {
    const wrong = [
      blankLine({ description: "No price", price: "abc" }),
      blankLine({ description: "", price: "5" }),
      blankLine({ description: "Too much off", price: "10", discount: "10.01" }),
      blankLine({ description: "Nothing of it", price: "10", quantity: "0", discount: "-1" }),
    ];
    const { errors } = parseInvoiceForm(typed({ rows: wrong, supplyDate: "2026-02-30" }), null);
    expect(Object.keys(errors).sort()).toEqual([
      "rows.0.price",
      "rows.1.description",
      "rows.2.discount",
      "rows.3.discount",
      "rows.3.quantity",
      "supplyDate",
    ]);
  });
});

it("refuses a total above the largest amount, which lines below it add up to", () => {
  const lines = [
    blankLine({ description: "Pipe", quantity: "50000", price: "1,000" }),
    blankLine({ description: "Cable", quantity: "50000", price: "1,000" }),
  ];
  expect(parseInvoiceForm(typed({ rows: lines }), null).errors).toEqual({});
  const tooMuch = [...lines, blankLine({ description: "Tape", price: "0.01" })];
  expect(parseInvoiceForm(typed({ rows: tooMuch }), null).errors).toEqual({
    lines: "Please check the amounts: at most AED\u00a0100,000,000 is possible here",
  });
});

describe("discount on the total", () => {
  it("parses an amount or a percentage", () => {
    expect(parseDiscount("1,150.5")).toEqual({ kind: "amount", fils: 1150_50 });
    expect(parseDiscount("12.5 %")).toEqual({ kind: "percent", hundredths: 12_50 });
    for (const typed of ["", "101%", "ten", "-5", "5,5"]) expect(parseDiscount(typed)).toBeNull();
  });

  it("property: adds up to the fil over the lines, never exceeds a line, and replaces earlier discounts", () => {
    const price = fc.integer({ min: 0, max: 1_000_000 }).map((fils) => (fils / 100).toFixed(2));
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 12 }), fc.nat(2_000_000), (prices, fils) => {
        const before = prices.map((price) => blankLine({ description: "Work", price, discount: "1" }));
        const after = parseRows(withDiscount(before, { kind: "amount", fils }));
        const whole = after.lines.reduce((sum, { unitFils }) => sum + unitFils, 0);
        expect(after.errors).toEqual({});
        expect(after.lines.reduce((sum, { discountFils }) => sum + discountFils, 0)).toBe(
          Math.min(fils, whole),
        );
        expect(after.lines.every(({ discountFils, unitFils }) => discountFils <= unitFils)).toBe(true);
      }),
    );
  });
});
