import fc from "fast-check";
import { expect, it } from "vitest";
import { isWithinTolerance } from "../../../core/pricing/document-lines";
import { type InvoiceLine, invoiceSums, vatOfPortion } from "../draft/invoice-lines";
import { type ChargedInvoice, calculateCredit } from "./credit-lines";

const none = { fils: 0, vatFils: 0 };
const emptyTerms = {
  section: "",
  unit: "h",
  serviceId: null,
  priceId: null,
  deductsId: null,
  partContractId: null,
  vatTreatment: "standard" as const,
};
const line = fc
  .record({
    quantityHundredths: fc.integer({ min: 1, max: 2_000 }),
    unitFils: fc.integer({ min: 1, max: 300_000 }),
    discount: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ quantityHundredths, unitFils, discount }): InvoiceLine => {
    const gross = Math.round((quantityHundredths * unitFils) / 100);
    return {
      ...emptyTerms,
      description: "Work",
      quantityHundredths,
      unitFils,
      discountFils: Math.floor(discount * discount * gross),
    };
  });

interface GeneratedInvoice {
  totalFils: number;
  vatFils: number;
  lines: Omit<ChargedInvoice["lines"][number], "used">[];
}

/** An invoice of several lines, sometimes with a deducted deposit. */
const invoice = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([lines, share]): GeneratedInvoice => {
    const { total } = invoiceSums(lines, 5, []);
    const fils = Math.floor(total.grossFils * (share > 0.5 ? share - 0.5 : 0));
    const deposit = {
      id: "d",
      totalFils: fils + 1,
      vatFils: Math.round((fils + 1) / 21),
      vatPercent: 5,
      used: none,
    };
    const deduction = {
      ...emptyTerms,
      description: "Deposit",
      quantityHundredths: -100,
      unitFils: fils,
      discountFils: 0,
      deductsId: "d",
    };
    const sums = invoiceSums(fils ? [...lines, deduction] : lines, 5, [deposit]);
    return {
      totalFils: sums.total.grossFils,
      vatFils: sums.total.vatFils,
      lines: (fils ? [...lines, deduction] : lines).map((line, at) => ({
        ...line,
        position: at + 1,
        vatPercent: 5,
        ...sums.lines[at]!,
      })),
    };
  })
  .filter(({ totalFils, vatFils }) => totalFils > 0 && vatFils >= 0);

const step = fc.oneof(
  fc.record({ kind: fc.constant("amount" as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant("lines" as const),
    at: fc.nat(20),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant("quantity" as const),
    at: fc.nat(20),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

it("property: any sequence of credit notes adds up to exactly the invoice's total and VAT", () => {
  fc.assert(
    fc.property(invoice, fc.array(step, { maxLength: 10 }), (made, steps) => {
      const credited = made.lines.map(() => none);
      let total = 0;
      let vat = 0;
      const now = (): ChargedInvoice => ({
        ...made,
        usedFils: total,
        lines: made.lines.map((line, at) => ({ ...line, used: credited[at]! })),
      });
      const credit = (request: Parameters<typeof calculateCredit>[1]) => {
        const result = calculateCredit(now(), request);
        if (!result.ok) return;
        expect(result.totalFils).toBe(result.lines.reduce((sum, { grossFils }) => sum + grossFils, 0));
        for (const line of result.lines) {
          // Constraints of the database.
          expect(line.grossFils).toBe(
            Math.round((line.quantityHundredths * line.unitFils) / 100) - line.discountFils,
          );
          const of = made.lines[line.position - 1]!;
          expect(Math.sign(line.grossFils)).toBe(Math.sign(of.grossFils));
          expect(line.discountFils).toBeGreaterThanOrEqual(0);
          expect(line.vatFils * Math.sign(line.grossFils)).toBeGreaterThanOrEqual(0);
          expect(Math.abs(line.vatFils)).toBeLessThanOrEqual(Math.abs(line.grossFils));
          const { fils, vatFils } = credited[line.position - 1]!;
          credited[line.position - 1] = { fils: fils + line.grossFils, vatFils: vatFils + line.vatFils };
        }
        total += result.totalFils;
        vat += result.vatFils;
        expect(total).toBeLessThanOrEqual(made.totalFils);
      };
      for (const action of steps) {
        const left = made.totalFils - total;
        if (action.kind === "amount") credit({ kind: "amount", fils: Math.ceil(action.share * left) });
        else {
          const { position, grossFils, quantityHundredths } = made.lines[action.at % made.lines.length]!;
          const share = (of: number) => Math.max(1, Math.floor(action.share * of));
          credit({
            kind: "lines",
            lines: [
              action.kind === "lines"
                ? { position, fils: share(Math.abs(grossFils)) }
                : { position, quantityHundredths: share(Math.abs(quantityHundredths)) },
            ],
          });
        }
      }
      credit({ kind: "whole" });
      expect([total, vat]).toEqual([made.totalFils, made.vatFils]);
      // A negative line may be generated with a VAT of -0.
      expect(credited).toEqual(
        made.lines.map(({ grossFils, vatFils }) => ({ fils: grossFils, vatFils: vatFils + 0 })),
      );
      expect(calculateCredit(now(), { kind: "whole" })).toMatchObject({ ok: false, fils: 0 });
    }),
    { numRuns: 500 },
  );
});

it("property: the VAT of every credit note is within tolerance of the rate's share", () => {
  const request = fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }).map((share) => ({ share })),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 }),
  );
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 5, maxLength: 60 }),
      fc.array(request, { maxLength: 5 }),
      (terms, requests) => {
        const { lines, total } = invoiceSums(terms, 5, []);
        fc.pre(total.grossFils > 0);
        const used = lines.map(() => none);
        const credit = (requestFor: (left: ChargedInvoice) => Parameters<typeof calculateCredit>[1]) => {
          const left: ChargedInvoice = {
            totalFils: total.grossFils,
            usedFils: used.reduce((sum, { fils }) => sum + fils, 0),
            lines: terms.map((term, at) => ({
              ...{ ...term, ...lines[at]! },
              ...{ position: at + 1, vatPercent: 5, used: used[at]! },
            })),
          };
          const note = calculateCredit(left, requestFor(left));
          if (!note.ok) return;
          expect(isWithinTolerance(note.totalFils, note.vatFils, 5)).toBe(true);
          for (const { position, grossFils, vatFils } of note.lines) {
            const before = used[position - 1]!;
            used[position - 1] = { fils: before.fils + grossFils, vatFils: before.vatFils + vatFils };
          }
        };
        for (const action of requests)
          credit(({ totalFils, usedFils, lines }) =>
            "share" in action
              ? { kind: "amount", fils: Math.ceil(action.share * (totalFils - usedFils)) }
              : {
                  kind: "lines",
                  lines: action.slice(0, lines.length).map((share, at) => ({
                    position: at + 1,
                    fils: Math.ceil(share * (lines[at]!.grossFils - lines[at]!.used.fils)),
                  })),
                },
          );
        credit(() => ({ kind: "whole" }));
        expect(used).toEqual(lines.map(({ grossFils, vatFils }) => ({ fils: grossFils, vatFils })));
      },
    ),
    { numRuns: 300 },
  );
});

it("credits exactly the VAT of a whole line, and reports the remainder when too much is requested", () => {
  const lines = [1, 2].map((position) => ({
    position,
    description: "Work",
    unit: "h",
    quantityHundredths: 300,
    unitFils: 250_00,
    grossFils: 750_00,
    vatFils: 35_71,
    vatPercent: 5,
    used: position === 2 ? { fils: 700_00, vatFils: 33_33 } : none,
  }));
  const charged = { totalFils: 1500_00, vatFils: 71_42, usedFils: 700_00, lines };
  expect(
    calculateCredit(charged, { kind: "lines", lines: [{ position: 1, quantityHundredths: 300 }] }),
  ).toMatchObject({
    lines: [{ grossFils: 750_00, vatFils: 35_71, quantityHundredths: 300, unit: "h" }],
  });
  expect(
    calculateCredit(charged, { kind: "lines", lines: [{ position: 1, quantityHundredths: 100 }] }),
  ).toMatchObject({
    lines: [{ grossFils: 250_00, vatFils: 11_90 }],
  });
  expect(calculateCredit(charged, { kind: "lines", lines: [{ position: 2, fils: 50_01 }] })).toEqual({
    ok: false,
    position: 2,
    fils: 50_00,
  });
  expect(calculateCredit(charged, { kind: "amount", fils: 800_01 })).toEqual({
    ok: false,
    position: null,
    fils: 800_00,
  });
});

it("property: portions taken from a deposit and returned in any order never break its VAT", () => {
  const part = fc.record({ back: fc.nat(), fils: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.nat(50_000)) });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.array(part, { maxLength: 30 }),
      (totalFils, parts) => {
        const whole = { totalFils, vatFils: Math.round(totalFils / 21) };
        const used: { fils: number; vatFils: number }[] = [];
        const now = () => ({
          fils: used.reduce((sum, { fils }) => sum + fils, 0),
          vatFils: used.reduce((sum, { vatFils }) => sum + vatFils, 0),
        });
        const credit = (portion: number) => {
          const fils = Math.min(portion, totalFils - now().fils);
          if (fils === 0) return;
          const vatFils = vatOfPortion(whole, now(), fils);
          expect(vatFils).toBeGreaterThanOrEqual(0);
          expect(vatFils).toBeLessThanOrEqual(fils);
          used.push({ fils, vatFils });
        };
        for (const { back, fils } of parts) {
          if (back % 3 === 0) used.splice(back % (used.length || 1), 1);
          else credit(fils);
          expect(now().vatFils).toBeLessThanOrEqual(whole.vatFils);
        }
        credit(totalFils);
        expect(now()).toEqual({ fils: totalFils, vatFils: whole.vatFils });
      },
    ),
    { numRuns: 1000 },
  );
});
