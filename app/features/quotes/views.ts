import * as z from "zod/mini";
import { partTerms } from "../pricing/part";
import { offeredPrice } from "../pricing/views";
import { quoteStates } from "./quote";
import { quoteDraftSchema, quoteLineSchema } from "./schema";

/** What is shown of quotes. Money: AED including VAT, in fils. Instants are ISO 8601 in UTC, days Dubai's. */

const instant = z.iso.datetime();
const state = z.enum(quoteStates);

export const quoteRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** As it is today: one whose last day is over is expired, whether the clock has said so or not. */
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
  /** Another version is drafted, and not sent. */
  drafted: z.boolean(),
  /** Its booking was called off, and it was not: somebody has to say what becomes of it and of its deposit. */
  undecided: z.boolean(),
});
export type QuoteRow = z.output<typeof quoteRow>;

export const quoteList = z.object({
  quotes: z.array(quoteRow),
  nextCursor: z.nullable(z.string()),
  /** Where they were asked for: by state, whatever is searched for. */
  counts: z.optional(z.record(z.string(), z.int())),
  /** Beside them: of all that await an answer. */
  awaitingFils: z.optional(z.int()),
});
export type QuoteList = z.output<typeof quoteList>;

export const quoteAnswer = z.object({
  answer: z.enum(["approved", "changes_requested", "declined"]),
  name: z.string(),
  words: z.string(),
  /** Positions of the optional lines that were ticked, from 1. */
  chosen: z.array(z.int()),
  totalFils: z.nullable(z.int()),
  clientIp: z.nullable(z.string()),
  at: instant,
});
export type QuoteAnswerView = z.output<typeof quoteAnswer>;

const versionBody = z.omit(quoteDraftSchema, { serviceId: true, propertyId: true, lines: true });

export const quoteVersion = z.extend(versionBody, {
  number: z.int(),
  lines: z.array(quoteLineSchema),
  /** What becomes of a paid deposit when the customer cancels. */
  depositRule: z.enum(["refunded", "kept"]),
  sentAt: z.nullable(instant),
  answers: z.array(quoteAnswer),
  /** The contract that its parts have their discount from. */
  partsUnder: z.nullable(z.string()),
});
export type QuoteVersion = z.output<typeof quoteVersion>;

const place = z.object({
  id: z.uuid(),
  address: z.string(),
  /** What its contract says of parts. */
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
    /** Where the work may be. */
    places: z.array(place),
  }),
  propertyId: z.nullable(z.uuid()),
  serviceId: z.nullable(z.string()),
  booking: z.nullable(z.object({ id: z.uuid(), reference: z.string(), over: z.boolean() })),
  work: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  /** The contract that it offers to renew. */
  renews: z.nullable(z.uuid()),
  language: z.string(),
  /** Of the day on which it was sent, or of today: 5, or 0 where the business charges no VAT. */
  vatPercent: z.int(),
  /** The version that counts: the last that was sent, or the draft of the first. */
  revision: z.int(),
  totalFils: z.int(),
  depositFils: z.int(),
  validUntil: z.nullable(z.string()),
  createdAt: instant,
  sentAt: z.nullable(instant),
  viewedAt: z.nullable(instant),
  answeredAt: z.nullable(instant),
  /** The newest first; one that was not sent is what is drafted. */
  versions: z.array(quoteVersion),
  canSend: z.boolean(),
  canRevise: z.boolean(),
  canWithdraw: z.boolean(),
  canConvert: z.boolean(),
  canCancel: z.boolean(),
  /** Pictures that can be shown with it: those of the booking and of the reports of its visits. */
  pictures: z.array(z.object({ id: z.uuid() })),
});
export type QuoteDetail = z.output<typeof quoteDetail>;

export const offeredPrices = z.object({
  prices: z.array(offeredPrice),
  /** What a quote can be for. */
  services: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type OfferedPrices = z.output<typeof offeredPrices>;

/** What the customer sees: the version that was sent last, and how it stands. */
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
      quantityHundredths: z.int(),
      unit: z.string(),
      unitFils: z.int(),
      optional: z.boolean(),
      /** Of a part under the contract: what that takes off. */
      partContractId: z.nullable(z.uuid()),
      discountFils: z.int(),
    }),
  ),
  partsUnder: z.nullable(z.string()),
  discount: versionBody.shape.discount,
  depositPercent: z.int(),
  depositRule: z.enum(["refunded", "kept"]),
  vatPercent: z.int(),
  photos: z.array(z.object({ id: z.uuid() })),
  customerName: z.string(),
  address: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  validUntil: z.nullable(z.string()),
  canAnswer: z.boolean(),
  /** The last that was said to it. */
  answer: z.nullable(z.omit(quoteAnswer, { clientIp: true })),
  totalFils: z.int(),
  depositFils: z.int(),
  /** It offers to renew a contract. */
  renewal: z.boolean(),
  /** The booking that a converted quote became. `startsAt`: start of its next visit; `unplanned`: no visit was ever planned. */
  work: z.nullable(
    z.object({ reference: z.string(), startsAt: z.nullable(instant), unplanned: z.boolean() }),
  ),
});
export type QuoteView = z.output<typeof quoteView>;

/** A quote that its customer opens: itself, or that the link has come to its end. */
export const openedQuote = z.object({
  quote: z.nullable(quoteView),
  /** The link was right, and its time is over. */
  ended: z.boolean(),
});
export type OpenedQuote = z.output<typeof openedQuote>;

export const ownQuotes = z.object({
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
export type OwnQuotes = z.output<typeof ownQuotes>;
