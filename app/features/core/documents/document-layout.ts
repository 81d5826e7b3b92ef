import type { RenderableDocument } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { qrCode } from "~/platform/text/qr";
import { formatIban } from "~/platform/uae/iban";
import { placeInReaderLanguage } from "../geography/community-names";
import type { DocumentData, Party, PaymentInstructions } from "./document-data";
import { type Bilingual, bilingual, joinArabicWords } from "./labels";

/* Layout shared by all documents (sheet.typ). */

export interface Fact {
  label: Bilingual;
  value: string;
}

export interface Table {
  columns: { label: Bilingual; kind: "wide" | "text" | "amount" }[];
  rows: Row[];
}

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

export function composeDocument(
  template: string,
  data: DocumentData,
  { title, facts, place }: Head,
  shown: Record<string, unknown>,
): RenderableDocument {
  const { reference, seller, logo, buyer, note } = data;
  return {
    template: `features/core/documents/${template}.typ`,
    title: [title.text, reference].filter(Boolean).join(" "),
    author: seller.name,
    data: {
      title,
      reference,
      seller: partyBlock(seller),
      logo,
      buyer: { label: bilingual("customer"), ...partyBlock(buyer) },
      facts: reference ? [fact("number", reference), ...facts] : facts,
      place: passage("place", placeInReaderLanguage(place ?? "")),
      note: passage("note", note),
      ...shown,
    },
  };
}

export function fact(labelName: Parameters<typeof bilingual>[0], value: string): Fact {
  return { label: bilingual(labelName), value };
}

export function passage(
  labelName: Parameters<typeof bilingual>[0],
  text: string,
): { label: Bilingual; text: string } {
  return { label: bilingual(labelName), text: bidiIsolate(text) };
}

export function total(label: Bilingual, fils: number, strong = false): Total {
  return { label, amount: formatAmount(fils), strong };
}

export function paymentInstructionsBlock(
  instructions: PaymentInstructions | null,
  reference: string,
  scan: string,
) {
  if (!instructions) return null;
  const { bank, link, otherMethods } = instructions;
  const facts = bank
    ? [
        fact("bank", bidiIsolate(bank.name)),
        fact("accountName", bidiIsolate(bank.accountName)),
        fact("iban", formatIban(bank.iban)),
        fact("paymentReference", reference),
      ]
    : [];
  return {
    label: bilingual("howToPay"),
    facts,
    otherMethods: bidiIsolate(otherMethods),
    code: qrCodeBlock(link, scan),
  };
}

export function qrCodeBlock(link: string | null, scan: string) {
  if (!link) return null;
  const { path, viewBox } = qrCode(link);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="${path}"/></svg>`;
  return { link, scan, svg };
}

function partyBlock({ name, nameArabic, address, email, phone, trn }: Party) {
  return {
    name: bidiIsolate(keepNameTogether(name)),
    nameArabic: keepNameTogether(nameArabic ?? ""),
    address: bidiIsolate(placeInReaderLanguage(address)),
    contact: [phone && formatPhone(phone), email].filter(Boolean),
    trn: trn === null ? null : fact("trn", trn),
  };
}

function keepNameTogether(name: string): string {
  return name.length <= 40 ? joinArabicWords(name) : name;
}
