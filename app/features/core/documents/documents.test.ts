import { extractText } from "unpdf";
import { describe, expect, it } from "vitest";
import type { RenderableDocument } from "~/platform/documents/document";
import { renderDocument } from "~/platform/documents/render.server";
import { report, line as reportLine } from "~/platform/documents/report";
import { inLocale } from "~/platform/locale/locale.server";
import { createRandom } from "~/platform/random";
import { casesForRun, rounds, seedOfRun } from "../../../../test/faults/rounds";
import {
  creditNote,
  invoice,
  line,
  lines,
  quote,
  receipt,
  seller,
  statement,
} from "../../../../test/harness/company/documents";
import { contractClauses } from "./contract-clauses";
import type { ContractTerms, DocumentLine } from "./document-data";
import { creditNoteDocument, invoiceDocument } from "./invoice";
import { bilingual, inBothLanguages, joinArabicWords, labels } from "./labels";
import { quoteDocument } from "./quote";
import { receiptDocument } from "./receipt";
import { statementDocument } from "./statement";

/** Text of each page with spaces collapsed. */
async function pagesOf(document: RenderableDocument): Promise<string[]> {
  const { text } = await extractText(await renderDocument({ actor: { role: "system" } }, document));
  return text.map((page) => page.replace(/\s+/g, " "));
}

const ADDRESS = "12 Marina Walk, Dubai Marina";

const textOf = async (document: RenderableDocument) => (await pagesOf(document)).join(" ");

describe("invoiceDocument", () => {
  it("shows every field required on a tax invoice", async () => {
    const text = await textOf(invoiceDocument(invoice()));
    const requiredFields = {
      supplier: [
        "Rukn Building Maintenance LLC",
        "ركن لصيانة المباني",
        "Office 1204, Al Salam Tower",
        "100123456700003",
      ],
      recipient: [
        "Gulf Palm Trading LLC شركة نخيل الخليج",
        "Warehouse 7, Street 12",
        "القوز",
        "100987654300003",
      ],
      document: [
        "INV-2026-000123",
        "Issue date",
        "22 November 2026",
        "Date of supply",
        "20 November 2026",
        "6 December 2026",
      ],
      heads: [
        "Description",
        "Quantity",
        "Unit price",
        "Discount",
        "Net",
        "VAT %",
        "VAT",
        "Total",
        "All amounts in AED",
      ],
      lines: [
        "Air conditioning AC service per unit 3 units 250.00 50.00 666.67 5% 33.33 700.00",
        "1.5 h 150.00 0.00 214.29 5% 10.71 225.00",
        "Deposit, tax invoice INV-2026-000101 of 3 November 2026 -1 300.00 0.00 −285.71 5% −14.29 −300.00",
      ],
      payment: [
        "AE07 0331 2345 6789 0123 456",
        "Emirates NBD",
        "Scan for payment options",
        "rukn.example/pay",
      ],
    };
    for (const field of Object.values(requiredFields).flat()) expect(text).toContain(field);
    expect(amountsIn(text)).toEqual([
      ["Subtotal", "1,211.25"],
      ["Discount", "−50.00"],
      ["Total excluding VAT", "1,105.96"],
      ["VAT 5%", "55.29"],
      ["Total AED", "1,161.25"],
      ["Less deposit invoiced", "−300.00"],
      ["Balance AED", "861.25"],
      ["VAT on the balance", "41.00"],
      ["Paid", "−200.00"],
      ["Amount due AED", "661.25"],
    ]);
  });

  it.each([
    ["tax-invoice", "Tax Invoice / فاتورة ضريبية Customer"],
    ["simplified-tax-invoice", "Simplified Tax Invoice / فاتورة ضريبية مبسطة Customer"],
  ] as const)("prints the title in English and Arabic on a %s", async (title, heading) => {
    expect(await textOf(invoiceDocument(invoice({ title })))).toContain(heading);
  });

  it("shows no VAT for a business without a TRN", async () => {
    const unregistered = { ...seller, trn: null };
    const untaxed = [line({ grossFils: 250_00, vatPercent: 0, vatFils: 0 })];
    const data = invoice({ title: "invoice", seller: unregistered, lines: untaxed, supplyDate: null });
    const text = await textOf(invoiceDocument({ ...data, buyer: { ...data.buyer, trn: null }, paidFils: 0 }));
    expect(text).toContain("Invoice / فاتورة Customer");
    expect(text).toContain("AC service per unit 1 250.00 250.00");
    expect(text).toContain("No VAT is charged");
    expect(text).not.toMatch(/Tax|TRN|VAT %|VAT \/|Date of supply|Paid/);
  });

  it("shows no VAT percentage on an exempt line, and no VAT at all without a taxable line", async () => {
    const exempt = line({ description: "Rent", grossFils: 250_00, vatPercent: null, vatFils: 0 });
    const mixed = await textOf(invoiceDocument(invoice({ lines: [line({ grossFils: 105_00 }), exempt] })));
    expect(mixed).toContain("Rent 1 250.00 250.00 – 0.00 250.00");
    expect(mixed).not.toContain("0%");
    // 5.00 is not 5% of the total excluding VAT.
    expect(amountsIn(mixed)).toContainEqual(["VAT 5% on 100.00", "5.00"]);
    const data = invoice({ title: "invoice", lines: [exempt] });
    const text = await textOf(invoiceDocument(data));
    expect(text).toContain("Rent 1 250.00 250.00");
    expect(text).not.toMatch(/VAT %|VAT \//);
  });

  it("prints typed text literally and never evaluates it", async () => {
    const typed = '#panic("x") $1 ] } \\" *b* = {page} // `r` <i> @a';
    const hostile = line({
      section: typed,
      description: `${typed}\n\u202eevil \u{1F4A7}`,
      grossFils: 100_00,
      unit: "#u",
    });
    const text = await textOf(
      invoiceDocument(
        invoice({
          lines: [hostile],
          note: typed,
          place: typed,
          buyer: { name: typed, address: typed, trn: null },
        }),
      ),
    );
    expect(text.split(typed)).toHaveLength(7);
    expect(text).toContain("□");
    expect(text).toContain("1 #u");
  });

  it("repeats column headings on every page of a long invoice and keeps lines and totals whole", async () => {
    const count = rounds({ short: 200, long: 640 });
    const pages = await pagesOf(invoiceDocument(invoice({ lines: lines(count), paymentInstructions: null })));
    const withLines = pages.filter((page) => page.includes("AC service, unit"));
    expect(withLines.length).toBeGreaterThan(count / 64);
    expect(withLines[0]).toContain("Description البيان Quantity الكمية Unit price");
    for (const page of withLines.slice(1)) {
      expect(page).toMatch(/^Tax Invoice INV-2026-000123 Description البيان Quantity الكمية Unit price/);
    }
    const found = pages.join(" ").matchAll(/AC service, unit (\d+) 1 250\.00 238\.10 5% 11\.90 250\.00/g);
    const even = Array.from({ length: count / 2 }, (_, at) => String(2 * at));
    expect([...found].map(([, at]) => at)).toEqual(even);
    const total = `${(count * 250).toLocaleString("en")}\\.00`;
    expect(pages.at(-1)).toMatch(
      new RegExp(`Total excluding VAT .* VAT 5% .* Total AED .*${total} .*Amount due AED`),
    );
    // A section heading stays with the line below it.
    for (const page of pages) expect(page).not.toMatch(/Floor \d+ (Rukn|Page)/);
  });

  it("keeps the totals together on one page for every page length", async () => {
    const counts = Array.from({ length: 16 }, (_, index) => 14 + index);
    for (const count of casesForRun(counts, createRandom(seedOfRun()), 6)) {
      const pages = await pagesOf(
        invoiceDocument(invoice({ lines: lines(count), paymentInstructions: null, note: "" })),
      );
      const withTotals = pages.filter((page) => /Total excluding VAT|Amount due AED/.test(page));
      expect(withTotals).toHaveLength(1);
      expect(withTotals[0]).toMatch(/Total excluding VAT .*Amount due AED/);
    }
  });

  it("fits the largest amounts and longest words on the page", async () => {
    const name = "n".repeat(10_000);
    const largest = line({ grossFils: 9_999_999_999_99, description: "w".repeat(500) });
    const text = await textOf(
      invoiceDocument(invoice({ lines: [largest], buyer: { name, address: "-", trn: null } })),
    );
    expect(text.match(/n/g)!.length).toBeGreaterThan(10_000);
    expect(text).toContain("9,999,999,999.99");
  });
});

/** Totals as label and amount, without the Arabic between them. */
function amountsIn(text: string): [string, string][] {
  const [, totals = ""] = /شامل الضريبة (Subtotal.*?|Total.*?) (?:Note|How to pay|Page) /.exec(text) ?? [];
  const found = totals.matchAll(/([A-Z][\w %.,]*?) \/ [\p{Script=Arabic} ]+ (−?[\d,]+\.\d\d)/gu);
  return [...found].map(([, label = "", amount = ""]) => [label, amount]);
}

const creditedAmountsIn = (text: string) =>
  [...text.matchAll(/([A-Z][\w %.,]*?) \/ [\p{Script=Arabic} ]+ (−?[\d,]+\.\d\d)/gu)]
    .map(([, label = "", amount = ""]) => [label, amount])
    .filter(([label]) => label !== "Total");

describe("creditNoteDocument", () => {
  it("names the corrected invoice and the reason", async () => {
    const text = await textOf(creditNoteDocument(creditNote()));
    for (const part of [
      "Tax Credit Note / إشعار دائن ضريبي",
      "CN-2026-000004",
      "25 November 2026",
      "INV-2026-000123",
      "22 November 2026",
      "One of three AC units was not serviced",
      "238.10",
      "11.90",
      "Credited AED",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("How to pay");
  });

  it("shows the value on the invoice, the corrected value, the difference and its VAT", async () => {
    const first = await textOf(creditNoteDocument(creditNote()));
    expect(creditedAmountsIn(first)).toEqual([
      ["Value on the invoice", "714.30"],
      ["Corrected value", "476.20"],
      ["Difference without VAT", "238.10"],
      ["VAT 5%", "11.90"],
      ["Credited AED", "250.00"],
    ]);
    const { invoice } = creditNote();
    const later = creditNote({ invoice: { ...invoice, creditedNetFils: 238_10 } });
    expect(creditedAmountsIn(await textOf(creditNoteDocument(later))).slice(0, 3)).toEqual([
      ["Value on the invoice", "714.30"],
      ["Credited before", "−238.10"],
      ["Corrected value", "238.10"],
    ]);
    const discounted = creditNote({
      lines: [line({ grossFils: 200_00, unitFils: 250_00, discountFils: 50_00 })],
    });
    expect(creditedAmountsIn(await textOf(creditNoteDocument(discounted)))).toEqual([
      ["Value on the invoice", "714.30"],
      ["Corrected value", "523.82"],
      ["Difference without VAT", "190.48"],
      ["VAT 5%", "9.52"],
      ["Credited AED", "200.00"],
    ]);
  });

  it("omits tax wording for a business without a TRN", async () => {
    const untaxed = [line({ grossFils: 250_00, vatPercent: 0, vatFils: 0 })];
    const data = creditNote({ title: "credit-note", seller: { ...seller, trn: null }, lines: untaxed });
    const text = await textOf(creditNoteDocument(data));
    expect(text).toContain("Credit Note / إشعار دائن Customer");
    expect(text).not.toMatch(/Tax|VAT %/);
  });
});

describe("quoteDocument", () => {
  it("shows the offer, its validity and the effect of approval", async () => {
    const text = await textOf(quoteDocument(quote()));
    for (const part of [
      "Quote / عرض سعر",
      "QT-2026-000031",
      "Version",
      "22 December 2026",
      "Repaint the living room and two bedrooms",
      "hairline cracks above two windows",
      "Tick the options you would like",
      "given back if you cancel more than 48 hours",
      "once the deposit of 30% of the total, including the options ticked, is paid",
      "Signature",
      "Scan to answer",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("lists options separately, outside the total", async () => {
    const text = await textOf(quoteDocument(quote()));
    expect(text).toMatch(/Total AED \/ .* 1,830\.00 .*Options/);
    expect(text).toMatch(/Options .*Ceilings as well 1 600\.00 600\.00/);
    const without = quote();
    const required = { ...without, lines: without.lines.slice(0, 3), link: null };
    const withDeposit = await textOf(quoteDocument(required));
    expect(withDeposit).toContain("once the deposit of AED 549.00 is paid");
    expect(withDeposit).not.toMatch(/Options|Scan/);
    const withoutDeposit = quoteDocument({ ...required, depositPercent: 0, depositFils: 0 });
    expect(await textOf(withoutDeposit)).not.toMatch(/Deposit payable|Work starts/);
  });

  it("shows no VAT columns if all lines are exempt", async () => {
    const exempt = quote().lines.map((offered) => ({ ...offered, vatPercent: null, vatFils: 0 }));
    const text = await textOf(quoteDocument(quote({ lines: exempt })));
    expect(text).toContain("No VAT is charged");
    expect(text).not.toMatch(/include VAT|excluding VAT|VAT %/);
  });

  it("shows no total if all lines are optional", async () => {
    const lines = quote().lines.map((offered) => ({ ...offered, optional: true }));
    const text = await textOf(quoteDocument(quote({ lines, depositFils: 0 })));
    expect(text).toContain("once the deposit of 30% of the total, including the options ticked, is paid");
    expect(text).toContain("given back if you cancel more than 48 hours");
    expect(text).toContain("Tick at least one option");
    expect(text).toMatch(/Fill cracks and sand the walls 1 450\.00 450\.00/);
    expect(text).not.toMatch(/Total AED|included in the total/);
  });

  it("names who approved it and when, without options to tick and lines to sign on", async () => {
    const approval = { by: "Layla Haddad", day: "2026-11-25" };
    const text = await textOf(quoteDocument(quote({ approval, link: null })));
    expect(text).toContain("Approved online by Layla Haddad on 25 November 2026.");
    expect(text).not.toMatch(/Options|Ceilings|By signing|Signature|Status/);
  });

  it("shows the status of a quote that can no longer be approved, without lines to sign on", async () => {
    const text = await textOf(quoteDocument(quote({ state: "Expired", link: null })));
    expect(text).toMatch(/Status \/ \S+ Expired/);
    expect(text).toContain("Ceilings as well");
    expect(text).not.toMatch(/Tick|By signing|Signature|Approval/);
    const approval = { by: "Layla Haddad", day: "2026-11-25" };
    const cancelled = await textOf(quoteDocument(quote({ state: "Cancelled", approval, link: null })));
    expect(cancelled).toMatch(/Status \/ \S+ Cancelled .*Approved online by Layla Haddad/);
  });
});

it("receiptDocument shows amount, payment method and settled invoices", async () => {
  const text = await textOf(receiptDocument(receipt()));
  expect(text).toContain("Receipt / إيصال");
  expect(text).toContain("Bank transfer, FT26327XYZ1");
  expect(text).toMatch(/Amount received AED .* 1,000\.00/);
  expect(text).toContain("INV-2026-000110 250.00 125.50");
  expect(text).toContain("Held as credit on your account 88.75");
  expect(text).not.toContain("Refunded payment");
});

it("receiptDocument names the card payment of a refund apart from its method, and the reason", async () => {
  const refund = { kind: "refund", method: "Card", refundedPayment: "PAY-2026-000071" } as const;
  const details = { note: "Paid twice", allocations: [], creditFils: 0 };
  const text = await textOf(receiptDocument(receipt({ ...refund, ...details })));
  expect(text).toMatch(/Reason \/ السبب Paid twice/);
  expect(text).toContain("Refund / استرداد");
  expect(text).toMatch(/Refund method \/ \S.* Card .*Refunded payment \/ \D*PAY-2026-000071/);
});

it("statementDocument shows a running balance and ends with the closing balance", async () => {
  const text = await textOf(statementDocument(statement()));
  for (const part of [
    "Statement of Account / كشف حساب",
    "1 September 2026 Opening balance 1,250.00",
    "Payment by bank transfer PAY-2026-000041 1,250.00 0.00",
    "Tax invoice INV-2026-000123 861.25 1,236.75",
    "Tax credit note CN-2026-000004 250.00 786.75",
    "411.25 375.50 0.00 0.00 0.00",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/Balance due AED .* 786\.75/);
  const withCredit = statementDocument(statement({ openingFils: -500_00, entries: [] }));
  expect(await textOf(withCredit)).toMatch(/Credit balance AED .* 500\.00/);
});

it("keeps each fact of a receipt on one line", async () => {
  const facts = { issueDate: "2026-09-23", method: "Bank transfer" };
  const document = receiptDocument({ ...receipt(), ...facts });
  const { text } = await extractText(await renderDocument({ actor: { role: "system" } }, document));
  for (const fact of ["23 September 2026", "Bank transfer"]) expect(text[0]).toContain(fact);
});

describe("amounts of a document", () => {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const numbersIn = (value: unknown): number[] =>
    typeof value === "number"
      ? [value]
      : value && typeof value === "object"
        ? Object.values(value).flatMap(numbersIn)
        : [];

  /** Sums of the lines: all, those without deposits, and those that are not optional. */
  function sumsOf(all: readonly (DocumentLine & { optional?: boolean })[]): number[] {
    return [
      all,
      all.filter(({ grossFils }) => grossFils > 0),
      all.filter(({ optional }) => !optional),
    ].flatMap((some) => {
      const [gross, vat, discount] = [
        sum(some.map(({ grossFils }) => grossFils)),
        sum(some.map(({ vatFils }) => vatFils)),
        sum(some.map(({ discountFils }) => discountFils)),
      ];
      return [gross, vat, discount, gross - vat, gross + discount];
    });
  }

  const invoiced = invoice();
  const [credited, quoted, received, stated] = [creditNote(), quote(), receipt(), statement()];
  const total = sum(invoiced.lines.map(({ grossFils }) => grossFils));
  const ordered = sum(quoted.lines.filter(({ optional }) => !optional).map(({ grossFils }) => grossFils));
  const correctedNetFils =
    credited.invoice.netFils - sum(credited.lines.map(({ grossFils, vatFils }) => grossFils - vatFils));
  const balances = stated.entries.map((_, at) =>
    sum([stated.openingFils, ...stated.entries.slice(0, at + 1).map(({ amountFils }) => amountFils)]),
  );

  it.each([
    ["invoice", invoiceDocument(invoiced), invoiced, [...sumsOf(invoiced.lines), total - invoiced.paidFils]],
    ["credit note", creditNoteDocument(credited), credited, [...sumsOf(credited.lines), correctedNetFils]],
    ["quote", quoteDocument(quoted), quoted, [...sumsOf(quoted.lines), ordered - quoted.depositFils]],
    ["receipt", receiptDocument(received), received, []],
    ["statement", statementDocument(stated), stated, balances],
  ])("come from the record: %s", async (_kind, document, record, sums) => {
    const nets = "lines" in record ? record.lines.map(({ grossFils, vatFils }) => grossFils - vatFils) : [];
    const known = new Set([...numbersIn(record), ...nets, ...sums].map((fils) => Math.abs(fils)));
    const shown = [...(await textOf(document)).matchAll(/\d[\d,]*\.\d\d(?!\d)/g)].map(([amount]) => amount);
    expect(shown.length).toBeGreaterThan(2);
    expect(
      shown.filter((amount) => !known.has(Math.round(Number(amount.replaceAll(",", "")) * 100))),
    ).toEqual([]);
  });
});

it.each([
  ["invoice", () => invoiceDocument(invoice({ place: ADDRESS }))],
  ["quote", () => quoteDocument(quote({ place: ADDRESS }))],
])("shows the community of the property in the language of the document: %s", async (_kind, write) => {
  expect(await textOf(inLocale("en", write))).toContain("Dubai Marina");
  const arabic = await textOf(inLocale("ar", write));
  expect(arabic).toContain("12 Marina Walk");
  expect(arabic).not.toContain("Dubai Marina");
});

it("names the first row of a statement and the credit of a receipt in the reader's language", async () => {
  const written = () => [statementDocument(statement()), receiptDocument(receipt())];
  for (const document of inLocale("ar", written))
    expect(await textOf(document)).not.toMatch(/Opening balance|Held as credit/);
});

it("PDF extraction returns Arabic labels unchanged", async () => {
  const terms = { callOutHours: 2, emergencyFee: false, partsDiscount: 10, partsIncludedFils: 5_000 };
  const clauses = contractClauses(terms as ContractTerms, true).map(inBothLanguages);
  const short = Object.keys(labels).map((name) => bilingual(name as keyof typeof labels));
  const arabic = short.map((label) => label.arabic.replaceAll("\u00a0", " "));
  for (const text of [...short, ...clauses]) expect(text.arabic).not.toMatch(/ل[\u064b-\u0652]*[اأإآ]/);
  const parts = arabic.map((text) => reportLine(joinArabicWords(text)));
  const text = await textOf(report({ title: "Words", author: "Rukn", parts }));
  for (const labelName of arabic) expect(text).toContain(labelName);
});
