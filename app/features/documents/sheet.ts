import type { DocumentToDraw } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { qrCode } from "~/platform/text/qr";
import { type Bilingual, both, held } from "./labels";
import type { Party, DocumentData, WaysToPay } from "./document-data";

/* Layout shared by all documents (sheet.typ). Empty texts are left out. */

export interface Fact {
  label: Bilingual;
  value: string;
}

export interface Table {
  columns: { label: Bilingual; kind: "wide" | "words" | "amount" }[];
  rows: Row[];
}

/** A section heading or a line of cells; an `option` gets a tick box. */
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

/** Builds the render input: template data with the common header, and the file's metadata. */
export function onSheet(
  template: string,
  data: DocumentData,
  { title, facts, place }: Head,
  shown: Record<string, unknown>,
): DocumentToDraw {
  const { reference, seller, logo, buyer, note } = data;
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

/** Text under its own heading. */
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
        // Groups of four, as banks print IBANs.
        fact("iban", bank.iban.replace(/\s/g, "").replace(/.{4}(?=.)/g, "$& ")),
        fact("paymentReference", reference),
      ]
    : [];
  return { label: both("howToPay"), facts, otherWays: bidiIsolate(otherWays), code: shownCode(link, scan) };
}

/** Link as a QR code, with a caption and the readable address. */
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

/** Keeps short names on one line. */
function shownName(name: string): string {
  return name.length <= 40 ? held(name) : name;
}
