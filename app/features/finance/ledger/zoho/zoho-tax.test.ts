import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocateCredit } from "./allocate-credit";
import { partsOfGross, partsOfNet, withZohoTax } from "./zoho-tax";

const vatOfGross = (fils: number) => Math.sign(fils) * Math.round((Math.abs(fils) * 5) / 105);
const vatOfNet = (fils: number) => Math.sign(fils) * Math.round((Math.abs(fils) * 5) / 100);
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

describe("partsOfGross and partsOfNet", () => {
  it("property: parts add up to the amount, and their rounded VAT to the VAT of the document", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 100_000_000 }),
        fc.integer({ min: -3, max: 3 }),
        fc.boolean(),
        (fils, off, negative) => {
          const sign = negative ? -1 : 1;
          const gross = partsOfGross(sign * fils, sign * (vatOfGross(fils) + off), 5)!;
          expect([sum(gross), sum(gross.map(vatOfGross))]).toEqual([
            sign * fils,
            sign * (vatOfGross(fils) + off),
          ]);
          const net = partsOfNet(sign * fils, sign * (vatOfNet(fils) + off), 5)!;
          expect([sum(net), sum(net.map(vatOfNet))]).toEqual([sign * fils, sign * (vatOfNet(fils) + off)]);
        },
      ),
    );
  });

  it("property: divides an amount of a few fils by a part of the opposite sign", () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -1, max: 1 }), (fils, off) => {
        const gross = partsOfGross(fils, vatOfGross(fils) + off, 5)!;
        expect([sum(gross), sum(gross.map(vatOfGross))]).toEqual([fils, vatOfGross(fils) + off]);
        const net = partsOfNet(fils, vatOfNet(fils) + off, 5)!;
        expect([sum(net), sum(net.map(vatOfNet))]).toEqual([fils, vatOfNet(fils) + off]);
      }),
    );
    expect(partsOfGross(10, 1, 5)).toEqual([-1, 11]);
  });

  it("keeps an amount whose VAT is rounded as usual", () => {
    expect(partsOfGross(250_00, 11_90, 5)).toEqual([250_00]);
    expect(partsOfGross(0, 0, 5)).toEqual([0]);
  });

  it("returns null for VAT that does not follow the rate", () => {
    expect(partsOfGross(250_00, 0, 5)).toBeNull();
    expect(partsOfNet(10, 10, 5)).toBeNull();
  });
});

describe("withZohoTax", () => {
  const line = { debit: 0, credit: 0, vat: null, emirate: null } as const;
  it("names the tax in place of the line of output VAT", () => {
    // 238.10 × 5% is 11.905, which Zoho rounds up.
    const lines = withZohoTax([
      { ...line, account: "receivables", debit: 250_00 },
      { ...line, account: "revenue", credit: 238_10, vat: "standard", emirate: "DXB" },
      { ...line, account: "output-vat", credit: 11_90, vat: "standard", emirate: "DXB" },
    ]);
    expect(
      lines.map(({ account, debit, credit, tax }) => [account, debit, credit, tax.name, tax.percent]),
    ).toEqual([
      ["receivables", 250_00, 0, null, null],
      ["revenue", 0, 238_01, "Standard Rate", 5],
      ["revenue", 0, 9, "Standard Rate", 5],
    ]);
  });

  it("writes a negative part on the other side", () => {
    const lines = withZohoTax([
      { ...line, account: "receivables", debit: 10 },
      { ...line, account: "revenue", credit: 9, vat: "standard", emirate: "DXB" },
      { ...line, account: "output-vat", credit: 1, vat: "standard", emirate: "DXB" },
    ]);
    expect(lines.map(({ account, debit, credit, tax }) => [account, debit, credit, tax.name])).toEqual([
      ["receivables", 10, 0, null],
      ["revenue", 1, 0, "Standard Rate"],
      ["revenue", 0, 10, "Standard Rate"],
    ]);
  });

  it("keeps the line of output VAT of relief for bad debts", () => {
    const relief = { ...line, account: "output-vat", debit: 5_00, vat: "bad-debt", emirate: "DXB" } as const;
    expect(withZohoTax([relief])).toMatchObject([{ debit: 5_00, tax: { name: null } }]);
  });
});

describe("allocateCredit", () => {
  it("takes the oldest credit first, and refunds use it up", () => {
    const parts = allocateCredit(
      [
        { id: "RC-1", fils: 100 },
        { id: "CN-1", fils: 50 },
      ],
      [
        { invoice: "INV-1", fils: 30 },
        { invoice: null, fils: 60 },
        { invoice: "INV-2", fils: 40 },
      ],
    );
    expect(parts).toEqual(
      new Map([
        [
          "RC-1",
          [
            { invoice: "INV-1", fils: 30 },
            { invoice: "INV-2", fils: 10 },
          ],
        ],
        ["CN-1", [{ invoice: "INV-2", fils: 30 }]],
      ]),
    );
  });
});
