import type { DocumentToDraw } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { qrCode } from "~/platform/text/qr";
import { type Bilingual, both, held } from "./labels";
import type { Party, TradePaper, WaysToPay } from "./paper";

/*
 * What all papers have in common, in words, as sheet.typ shows it. An empty text is not shown.
 */

export interface Fact {
  label: Bilingual;
  value: string;
}

export interface Table {
  columns: { label: Bilingual; kind: "wide" | "words" | "amount" }[];
  rows: Row[];
}

/** A heading within the table, or a line of it; an option has a box to tick. */
export type Row = { section: string } | { cells: string[]; option?: boolean };

export interface Total {
  label: Bilingual;
  amount: string;
  strong: boolean;
}

interface Head {
  title: Bilingual;
  facts: Fact[];
  place?: string | null;
}

/** The document: what its template shows, with the head of every paper, and what the file says of itself. */
export function onSheet(
  template: string,
  paper: TradePaper,
  { title, facts, place }: Head,
  shown: Record<string, unknown>,
): DocumentToDraw {
  const { reference, seller, logo, buyer, note } = paper;
  return {
    template: `features/documents/${template}.typ`,
    title: [title.text, reference].filter(Boolean).join(" "),
    author: seller.name,
    data: {
      title,
      reference,
      seller: shownParty(seller),
      logo,
      buyer: { label: both("customer"), ...shownParty(buyer) },
      facts: reference ? [fact("number", reference), ...facts] : facts,
      place: passage("place", place ?? ""),
      note: passage("note", note),
      ...shown,
    },
  };
}

export function fact(word: Parameters<typeof both>[0], value: string): Fact {
  return { label: both(word), value };
}

/** Words under a heading of their own. */
export function passage(word: Parameters<typeof both>[0], text: string): { label: Bilingual; text: string } {
  return { label: both(word), text: bidiIsolate(text) };
}

export function total(label: Bilingual, fils: number, strong = false): Total {
  return { label, amount: formatAmount(fils), strong };
}

export function shownWaysToPay(ways: WaysToPay | null, reference: string, scan: string) {
  if (!ways) return null;
  const { bank, link, otherWays } = ways;
  const facts = bank
    ? [
        fact("bank", bidiIsolate(bank.name)),
        fact("accountName", bidiIsolate(bank.accountName)),
        // In groups of four, as banks write it.
        fact("iban", bank.iban.replace(/\s/g, "").replace(/.{4}(?=.)/g, "$& ")),
        fact("paymentReference", reference),
      ]
    : [];
  return { label: both("howToPay"), facts, otherWays: bidiIsolate(otherWays), code: shownCode(link, scan) };
}

/** A page of ours as a QR code, its words and its address beside it. */
export function shownCode(link: string | null, scan: string) {
  if (!link) return null;
  const { path, viewBox } = qrCode(link);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="${path}"/></svg>`;
  return { link, scan, svg };
}

function shownParty({ name, nameArabic, address, email, phone, trn }: Party) {
  return {
    name: bidiIsolate(shownName(name)),
    nameArabic: shownName(nameArabic ?? ""),
    address: bidiIsolate(address),
    contact: [phone && formatPhone(phone), email].filter(Boolean),
    trn: trn === null ? null : fact("trn", trn),
  };
}

/** A name that fits on one line is held together. */
function shownName(name: string): string {
  return name.length <= 40 ? held(name) : name;
}
