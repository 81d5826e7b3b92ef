import { describe, expect, it } from "vitest";
import type { Business } from "../../../core/business/queries.server";
import { type InvoiceMailContext, invoiceIssued, invoiceReminder } from "./invoice";
import { type QuoteMailContext, quoteApproved } from "./quote";

const business = { name: "Rukn", phone: "+97145550100" } as Business;
const bank = { name: "Emirates NBD", accountName: "Rukn LLC", iban: "AE070331234567890123456" };

type PaymentWays = QuoteMailContext["ways"];

const configured: [name: string, ways: PaymentWays, sentence: string][] = [
  [
    "cards and a bank account",
    { cards: true, bank },
    "You can pay by card, by bank transfer to IBAN AE070331234567890123456 (reference REF), in cash or by cheque.",
  ],
  ["cards only", { cards: true, bank: null }, "You can pay by card, in cash or by cheque."],
  [
    "a bank account only",
    { cards: false, bank },
    "You can pay by bank transfer to IBAN AE070331234567890123456 (reference REF), in cash or by cheque.",
  ],
  [
    "neither",
    { cards: false, bank: null },
    "You can pay in cash or by cheque: hand it to our technician, or call us.",
  ],
];

function invoiceContext({ cards, bank }: PaymentWays): InvoiceMailContext {
  const money = { totalFils: 300_00, openFils: 300_00, isReduced: false, deposit: null };
  const ways = { bank, link: null, otherMethods: "" };
  return {
    business,
    name: "Aisha",
    reference: "REF",
    dueDate: "2026-12-01",
    url: "https://x",
    ways,
    cards,
    ...money,
  };
}

function quoteContext(ways: PaymentWays): QuoteMailContext {
  const quote = {
    reference: "REF",
    title: "Repaint the living room",
    customerName: "Aisha",
    company: null,
    phone: null,
    email: null,
    totalFils: 1_000_00,
    depositFils: 300_00,
    validUntil: "2026-12-31",
    revision: 1,
  };
  return { business, quote, quoteUrl: "https://x", officeUrl: "https://y", ways };
}

describe.each(configured)("payment options with %s configured", (_name, ways, sentence) => {
  it("names the available ways to pay in an invoice email", () => {
    const { after, button } = invoiceIssued(invoiceContext(ways)).content;
    expect(after[0]).toBe(sentence);
    expect(button?.label).toBe(ways.cards ? "View and pay invoice" : "View invoice");
  });

  it("names the available ways to pay in a reminder", () => {
    const { after, button } = invoiceReminder(invoiceContext(ways), 7).content;
    expect(after[0]).toBe(sentence);
    expect(button?.label).toBe(ways.cards ? "View and pay invoice" : "View invoice");
  });

  it("names the available ways to pay a deposit in the email of an approved quote", () => {
    const { paragraphs, button } = quoteApproved(quoteContext(ways), { renewal: false }).content;
    expect(paragraphs.at(-1)).toBe(sentence);
    expect(button?.label.replace("\u00a0", " ")).toBe(
      ways.cards ? "Pay the deposit of AED 300" : "View quote",
    );
  });
});

it.each([true, false])("names no bank transfer in an invoice email without an IBAN, cards: %s", (cards) => {
  for (const message of [
    invoiceIssued(invoiceContext({ cards, bank: null })),
    invoiceReminder(invoiceContext({ cards, bank: null }), 7),
  ])
    expect(JSON.stringify(message)).not.toMatch(/transfer|IBAN|Account name/i);
});

it("names the outstanding amount in a reminder", () => {
  const { facts } = invoiceReminder(invoiceContext({ cards: false, bank: null }), 0).content;
  expect(facts.find(({ label }) => label === "Outstanding")?.value).toMatch(/^AED.300$/);
});

it("asks for no payment for a paid invoice", () => {
  const { facts, after, button } = invoiceIssued({
    ...invoiceContext({ cards: true, bank }),
    isReduced: false,
    openFils: 0,
  }).content;
  expect(button?.label).toBe("View invoice");
  expect(after).toHaveLength(1);
  expect(facts.map(({ label }) => label)).toEqual(["Total"]);
});

it("reads subtotal, discount, VAT, total, deposit and balance where a deposit is deducted", () => {
  const deposit = {
    ...{ subtotalFils: 1_050_00, discountFils: 50_00, chargedFils: 1_000_00, chargedVatFils: 47_62 },
    ...{ depositFils: 700_00, balanceFils: 300_00 },
  };
  const { facts } = invoiceIssued({ ...invoiceContext({ cards: true, bank: null }), deposit }).content;
  expect(facts.slice(0, 6).map(({ label, value }) => `${label} ${value.replaceAll("\u00a0", " ")}`)).toEqual([
    "Subtotal AED 1,050",
    "Discount −AED 50",
    "VAT included AED 47.62",
    "Total AED 1,000",
    "Deposit invoiced before −AED 700",
    "Balance AED 300",
  ]);
});
