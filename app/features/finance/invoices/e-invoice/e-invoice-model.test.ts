import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths } from "~/platform/months";
import { addDays } from "~/platform/time";
import { emirateCodes } from "~/platform/uae/emirates";
import { rounds, seedOfRun } from "../../../../../test/faults/rounds";
import {
  hasPintAeRules,
  PINT_AE_RULES_MISSING,
  readOfficialExample,
  validatePintAe,
} from "../../../../../test/harness/pint-ae";
import type { BilledPeriod, ECreditNote, EInvoice, EInvoiceLine } from "../../../core/e-invoices/e-invoice";
import { toUbl } from "../../../core/e-invoices/ubl";
import { lineGross } from "../../../core/pricing/document-lines";
import { hasTaxableLine, vatTreatments } from "../../../core/pricing/vat-treatment";
import { calculateCredit } from "../credit/credit-lines";
import { type Deposit, type InvoiceLine, invoiceSums, isUntaxed, vatOfPortion } from "../draft/invoice-lines";

/** Checks random e-invoices and e-credit notes against the official validation rules. */

const DOCUMENTS = rounds({ short: 20, long: 500 });
const PERCENT = 5;

const text = fc.oneof(
  fc.constantFrom(
    "AC service",
    "تنظيف المكيف",
    'Paint <white> & "cream"\nTwo coats',
    "Pump ]]> 'new' \u0001 \ud800",
    "0",
  ),
  fc.string({ minLength: 1, maxLength: 40, unit: "binary" }).map((typed) => `Work ${typed}`),
);

/** Quantities with three decimals, in hundredths. */
const thousandths = fc.integer({ min: 1, max: 100_000 }).map((each) => each / 10);

const term = fc
  .record({
    description: text,
    unit: fc.constantFrom("", "h", "hour", "visit", "m²", "<"),
    quantityHundredths: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 10_000_000 }), thousandths),
    unitFils: fc.oneof(
      fc.constant(250_00),
      fc.integer({ min: 0, max: 500_000 }),
      fc.integer({ min: 0, max: 9 }),
    ),
    deductionTerms: fc.constantFrom(0, 0, 0.1, 0.5, 0.999, 1),
    vatTreatment: fc.oneof(
      { weight: 3, arbitrary: fc.constant("standard" as const) },
      fc.constantFrom(...vatTreatments),
    ),
  })
  .map(({ deductionTerms, ...terms }): InvoiceLine => {
    const gross = lineGross({ ...terms, discountFils: 0 });
    const nothing = { section: "", serviceId: null, priceId: null, deductsId: null, partContractId: null };
    return { ...terms, ...nothing, discountFils: Math.floor(gross * deductionTerms) };
  });

const party = {
  name: text,
  email: fc.constantFrom(null, "accounts@example.com"),
  street: text,
  city: fc.constantFrom("Dubai", "Al Ain", "رأس الخيمة"),
  region: fc.constantFrom(...emirateCodes),
  country: fc.constant("AE"),
  licenceAuthority: fc.constantFrom(null, "DMCC"),
};
const licence = fc.constantFrom("CN-1234567", "A & B <1>");
const day = fc.date({ min: new Date("2026-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });
const isoDay = day.map((date) => date.toISOString().slice(0, 10));

const seller = fc.record({
  ...party,
  ...{ taxNumber: fc.constant("100000000000003"), address: fc.constant("1000000000"), licence },
  licenceAuthority: fc.constantFrom("Dubai Department of Economy and Tourism", "DMCC"),
});
/** Registered buyers on and off the network, and unregistered ones with a licence or a network address. */
const buyer = fc.oneof(
  fc.record({
    ...party,
    taxNumber: fc.constant("123456789012303"),
    address: fc.constant("1234567890"),
    licence: fc.constant(null),
  }),
  fc.record({
    ...party,
    taxNumber: fc.constant("123456789012303"),
    address: fc.constant("9900000098"),
    licence: fc.constant(null),
  }),
  fc.record({ ...party, taxNumber: fc.constant(null), address: fc.constant("9900000098"), licence }),
  fc.record({
    ...party,
    taxNumber: fc.constant(null),
    address: fc.constant("1987654321"),
    licence: fc.constant(null),
  }),
  fc
    .record({
      ...party,
      country: fc.constantFrom("GB", "IN", "SA", "US"),
      region: fc.constantFrom("London", "Texas", "الرياض"),
      taxNumber: fc.constantFrom("GB123456789", "29AABCU9603R1ZX", null),
      address: fc.constant("9900000098"),
      licence: fc.constantFrom("08123456", null),
    })
    .filter(({ taxNumber, licence }) => (taxNumber ?? licence) !== null),
);

/** A contract of a year from `from`, billed as a whole or in instalments. */
const billedPeriod = fc.option(
  fc
    .record({
      from: isoDay,
      everyMonths: fc.constantFrom(1, 2, 3, 4, 6, 12),
      fils: fc.integer({ min: 1, max: 10_000_00 }),
    })
    .map(
      ({ from, everyMonths, fils }): BilledPeriod => ({
        contract: { reference: "AMC-2026-000042", fils },
        from,
        to: addDays(addMonths(from, everyMonths), -1),
        everyMonths,
      }),
    ),
  { nil: null },
);

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** An invoice of several lines, sometimes with partly used deposits deducted. */
const invoice = fc
  .record({
    seller,
    buyer,
    terms: fc.oneof(
      fc.array(term, { minLength: 1, maxLength: 6 }),
      fc
        .tuple(term, fc.integer({ min: 5, max: 60 }))
        .map(([one, times]) => Array.from({ length: times }, () => one)),
    ),
    deposits: fc.array(fc.tuple(share, share), { maxLength: 2 }),
    paid: fc.oneof(fc.constant(0), share),
    billedPeriod,
    issueDate: isoDay,
    supplyDate: isoDay,
    daysBeforeIssue: fc.constantFrom(0, 0, 1, 40),
    dueDate: isoDay,
    iban: fc.constantFrom(null, "AE070331234567890123456"),
  })
  .map(({ terms, deposits, paid, daysBeforeIssue, ...fields }) => {
    const lines = [...terms];
    const used: Deposit[] = [];
    let left = invoiceSums(terms, PERCENT, []).total.grossFils;
    for (const [at, [part, before]] of deposits.entries()) {
      const fils = Math.floor(left * part);
      if (fils === 0) continue;
      const totalFils = fils + Math.floor(fils * before);
      const vatFils = Math.round((totalFils * PERCENT) / (100 + PERCENT));
      const usedFilsBefore = totalFils - fils;
      const usedVatBefore = vatOfPortion({ totalFils, vatFils }, { fils: 0, vatFils: 0 }, usedFilsBefore);
      used.push({
        id: `${at}`,
        totalFils,
        vatFils,
        vatPercent: PERCENT,
        used: { fils: usedFilsBefore, vatFils: usedVatBefore },
      });
      left -= fils;
      const free = { description: "Deposit", unit: "", discountFils: 0, vatTreatment: "standard" as const };
      const deductionTerms = { ...terms[0]!, ...free };
      lines.push({ ...deductionTerms, quantityHundredths: -100, unitFils: fils, deductsId: `${at}` });
    }
    const sums = invoiceSums(lines, PERCENT, used);
    const charged = lines.map((line, at) => ({
      ...line,
      ...sums.lines[at]!,
      vatPercent: isUntaxed(line) ? 0 : PERCENT,
      vatTreatment: line.vatTreatment ?? ("standard" as const),
      code: "998719",
    }));
    const document: EInvoice = {
      ...fields,
      kind: "invoice",
      taxPoint: addDays(fields.issueDate, -daysBeforeIssue),
      id: randomUUID(),
      reference: "INV-2026-000123",
      lines: charged,
      paidFils: Math.floor(sums.total.grossFils * paid),
    };
    return { document, totalFils: sums.total.grossFils };
  });

/** A credit note over part of the remainder, sometimes after an earlier one. */
const creditNote = fc
  .tuple(
    invoice.filter(({ totalFils }) => totalFils > 1),
    share,
    share,
    fc.boolean(),
    text,
  )
  .map(([{ document, totalFils }, before, part, rest, reason]): ECreditNote => {
    const { seller, buyer, billedPeriod, reference, issueDate, lines } = document;
    const used = lines.map(() => ({ fils: 0, vatFils: 0 }));
    let usedFils = 0;
    const take = (request: Parameters<typeof calculateCredit>[1]): EInvoiceLine[] | null => {
      const charged = lines.map((line, at) => ({
        ...line,
        ...{ position: at + 1, unitFils: 0, used: used[at]! },
      }));
      const note = calculateCredit({ totalFils, usedFils, lines: charged }, request);
      if (!note.ok) return null;
      for (const { position, grossFils, vatFils } of note.lines) {
        const { fils, vatFils: vat } = used[position - 1]!;
        used[position - 1] = { fils: fils + grossFils, vatFils: vat + vatFils };
      }
      usedFils += note.totalFils;
      return note.lines.map((line) => ({
        ...line,
        vatTreatment: lines[line.position - 1]!.vatTreatment,
        code: "998719",
      }));
    };
    if (before > 0.4) take({ kind: "amount", fils: Math.floor((totalFils - 1) * before) });
    const left = totalFils - usedFils;
    const noteLines = take(
      rest ? { kind: "whole" } : { kind: "amount", fils: Math.max(1, Math.floor(left * part)) },
    );
    return {
      ...{
        kind: "credit-note",
        id: randomUUID(),
        reference: "CN-2026-000007",
        issueDate,
        seller,
        buyer,
        billedPeriod,
      },
      lines: noteLines ?? [],
      corrects: { reference, issueDate },
      whole: rest && before <= 0.4,
      reason,
    };
  })
  .filter(({ lines }) => lines.length > 0);

/** A document without a taxable line names the licence of the buyer (rule ibr-136-ae). */
function withLicence<Document extends EInvoice | ECreditNote>(document: Document): Document {
  if (hasTaxableLine(document.lines)) return document;
  const buyer = { ...document.buyer, licence: "CN-1234567", licenceAuthority: "DMCC" };
  return { ...document, buyer };
}

const anyDocument: fc.Arbitrary<EInvoice | ECreditNote> = fc.oneof(
  invoice.map(({ document }) => withLicence(document)),
  creditNote.map(withLicence),
);

describe.skipIf(!hasPintAeRules)(
  `PINT AE validation rules${hasPintAeRules ? "" : `: ${PINT_AE_RULES_MISSING}`}`,
  () => {
    it("accept the official examples and reject one with a wrong VAT amount", () => {
      const example = readOfficialExample("Standard-tax-invoice");
      expect(validatePintAe(example)).toEqual([]);
      expect(validatePintAe(readOfficialExample("Standard-tax-credit-Note"))).toEqual([]);
      const wrong = validatePintAe(example.replaceAll("532.16", "532.90"));
      expect(wrong.join()).toContain("aligned-ibrp-s-09");
    });

    it(`property: accept ${DOCUMENTS} random invoices and credit notes to businesses`, {
      timeout: 900_000,
    }, () => {
      const documents = fc.sample(anyDocument, { numRuns: DOCUMENTS, seed: seedOfRun() });
      for (const document of documents) {
        const xml = toUbl(document);
        expect(validatePintAe(xml), xml).toEqual([]);
      }
    });
  },
);
