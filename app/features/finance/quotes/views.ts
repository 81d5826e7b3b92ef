import * as z from "zod/mini";
import { partTerms } from "../../core/pricing/part";
import { offeredPrice } from "../../core/pricing/views";
import { quoteStates } from "./quote";
import { quoteDraftFields, quoteLineSchema } from "./schema";

/**
 * API responses about quotes. Money is AED in fils, VAT included. Instants are ISO 8601 in UTC, days are in
 * Asia/Dubai.
 */

const instant = z.iso.datetime();
const state = z.enum(quoteStates);

export const quoteRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** Past its last day a quote counts as expired. */
  state,
  version: z.int(),
  title: z.string(),
  customerName: z.string(),
  area: z.nullable(z.string()),
  totalFils: z.int(),
  validUntil: z.nullable(z.string()),
  createdAt: instant,
  sentAt: z.nullable(instant),
  viewedAt: z.nullable(instant),
  answeredAt: z.nullable(instant),
  /** An unsent newer version exists. */
  hasDraft: z.boolean(),
  /** The office cancelled the booking but has not resolved the quote and its deposit. */
  isUnresolved: z.boolean(),
});
export type QuoteRow = z.output<typeof quoteRow>;

export const quoteList = z.object({
  quotes: z.array(quoteRow),
  nextCursor: z.nullable(z.string()),
  /** By state, independent of the search; only on request. */
  counts: z.optional(z.record(z.string(), z.int())),
  /** Total of the quotes awaiting an answer. */
  awaitingFils: z.optional(z.int()),
});
export type QuoteList = z.output<typeof quoteList>;

export const quoteAnswer = z.object({
  answer: z.enum(["approved", "changes_requested", "declined"]),
  name: z.string(),
  comment: z.string(),
  /** Positions of the ticked optional lines, from 1. */
  chosenPositions: z.array(z.int()),
  totalFils: z.nullable(z.int()),
  clientIp: z.nullable(z.string()),
  at: instant,
});
export type QuoteAnswerView = z.output<typeof quoteAnswer>;

const versionBody = z.omit(quoteDraftFields, { serviceId: true, propertyId: true, lines: true });

export const quoteVersion = z.extend(versionBody, {
  number: z.int(),
  lines: z.array(quoteLineSchema),
  /** Deposit rule on cancellation by the customer. */
  depositRule: z.enum(["refunded", "forfeited"]),
  sentAt: z.nullable(instant),
  answers: z.array(quoteAnswer),
  /** Contract whose discount applies to the parts. */
  partsUnder: z.nullable(z.string()),
});
export type QuoteVersion = z.output<typeof quoteVersion>;

const place = z.object({
  id: z.uuid(),
  address: z.string(),
  /** Discount on parts by the property's contract. */
  parts: z.nullable(partTerms),
});

export const quoteDetail = z.object({
  id: z.uuid(),
  reference: z.string(),
  state,
  version: z.int(),
  customer: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    /** True if the office can send by WhatsApp. */
    hasWhatsapp: z.boolean(),
    /** Properties of the customer. */
    properties: z.array(place),
  }),
  propertyId: z.nullable(z.uuid()),
  serviceId: z.nullable(z.string()),
  booking: z.nullable(z.object({ id: z.uuid(), reference: z.string(), isTerminal: z.boolean() })),
  convertedBooking: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  /** Contract to be renewed. */
  renewsContractId: z.nullable(z.uuid()),
  language: z.string(),
  /** Text for the link to the document, in the customer's language, with LINK_PLACE. */
  linkText: z.string(),
  /** Standard rate on the day of sending, or today's for drafts; 0 without VAT registration. */
  vatPercent: z.int(),
  /** Last sent version, or the first draft. */
  revision: z.int(),
  totalFils: z.int(),
  depositFils: z.int(),
  validUntil: z.nullable(z.string()),
  createdAt: instant,
  sentAt: z.nullable(instant),
  viewedAt: z.nullable(instant),
  answeredAt: z.nullable(instant),
  /** Newest first; an unsent version is the draft. */
  versions: z.array(quoteVersion),
  canSend: z.boolean(),
  canRevise: z.boolean(),
  canWithdraw: z.boolean(),
  canConvert: z.boolean(),
  canCancel: z.boolean(),
  /** Photos that can be attached: of the booking and its visit reports. */
  pictures: z.array(z.object({ id: z.uuid() })),
});
export type QuoteDetail = z.output<typeof quoteDetail>;

export const offeredPrices = z.object({
  prices: z.array(offeredPrice),
  /** Services that a quote can be for. */
  services: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type OfferedPrices = z.output<typeof offeredPrices>;

/** Last sent version, for the customer. */
export const quoteView = z.object({
  reference: z.string(),
  state,
  revision: z.int(),
  title: z.string(),
  introduction: z.string(),
  terms: z.string(),
  lines: z.array(
    z.object({
      /** From 1. */
      position: z.int(),
      section: z.string(),
      description: z.string(),
      quantityHundredths: z.number(),
      unit: z.string(),
      unitFils: z.int(),
      optional: z.boolean(),
      /** Contract whose discount applies to the part. */
      partContractId: z.nullable(z.uuid()),
      discountFils: z.int(),
    }),
  ),
  partsUnder: z.nullable(z.string()),
  discount: versionBody.shape.discount,
  depositPercent: z.int(),
  depositRule: z.enum(["refunded", "forfeited"]),
  /** 0 without VAT. */
  vatPercent: z.int(),
  /** Why no VAT is charged, in the reader's language; null at the standard rate. */
  vatReason: z.nullable(z.string()),
  photos: z.array(z.object({ id: z.uuid() })),
  customerName: z.string(),
  address: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  validUntil: z.nullable(z.string()),
  canAnswer: z.boolean(),
  /** Latest answer. */
  answer: z.nullable(z.omit(quoteAnswer, { clientIp: true })),
  totalFils: z.int(),
  depositFils: z.int(),
  /** True for contract renewals. */
  renewal: z.boolean(),
  /** Booking of a converted quote. `startsAt`: next visit. `unplanned`: no live visit. */
  convertedBooking: z.nullable(
    z.object({ reference: z.string(), startsAt: z.nullable(instant), isUnplanned: z.boolean() }),
  ),
});
export type QuoteView = z.output<typeof quoteView>;

export const openedQuote = z.object({
  quote: z.nullable(quoteView),
  /** The link was valid and has expired. */
  linkExpired: z.boolean(),
});
export type OpenedQuote = z.output<typeof openedQuote>;

export const customerQuotes = z.object({
  quotes: z.array(
    z.object({
      reference: z.string(),
      state,
      title: z.string(),
      totalFils: z.int(),
      validUntil: z.nullable(z.string()),
      sentAt: z.nullable(instant),
    }),
  ),
});
export type CustomerQuotes = z.output<typeof customerQuotes>;
