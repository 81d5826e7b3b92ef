import type { Silent } from "~/platform/events/events";
import { type Refusal, refuse } from "~/platform/http/refusal";
import {
  calculateLineSums,
  type Discount,
  discountOf,
  distributeDiscount,
  type LineSums,
  lineGross,
  totalOf,
} from "../../core/pricing/document-lines";

/** States, transitions and totals of quotes (docs/domain.md, "Quotes"). */

export const quoteStates = [
  "draft",
  "sent",
  "viewed",
  "approved",
  "changes_requested",
  "declined",
  "expired",
  "withdrawn",
  "converted",
  "cancelled",
] as const;
export type QuoteState = (typeof quoteStates)[number];

/** Can still be sent or answered. */
export const openStates = ["draft", "sent", "viewed", "changes_requested"] as const satisfies QuoteState[];

/** Sent and not answered. */
export const awaitingStates = ["sent", "viewed"] as const satisfies QuoteState[];

export function isAwaitingAnswer(state: QuoteState): boolean {
  return awaitingStates.some((one) => one === state);
}

/** Outcome of sent quotes in analytics (docs/domain.md, "Analytics"). */
export const quoteOutcomes = {
  won: ["approved", "converted", "cancelled"],
  lost: ["declined", "expired"],
} as const satisfies Record<string, QuoteState[]>;
export type QuoteOutcome = keyof typeof quoteOutcomes;

export type QuoteParty = "office" | "customer" | "clock";

interface TransitionRule {
  by: QuoteParty;
  from: readonly QuoteState[];
  to: QuoteState;
  /** Requires a comment. */
  comment?: true;
  /** Only until the last valid day. */
  beforeExpiry?: true;
}

const revisableStates: readonly QuoteState[] = [
  "sent",
  "viewed",
  "changes_requested",
  "declined",
  "expired",
  "withdrawn",
];

const transitions = {
  send: { by: "office", from: ["draft", ...revisableStates], to: "sent" },
  withdraw: { by: "office", from: openStates, to: "withdrawn" },
  view: { by: "customer", from: ["sent"], to: "viewed" },
  approve: { by: "customer", from: awaitingStates, to: "approved", beforeExpiry: true },
  requestChanges: {
    by: "customer",
    from: awaitingStates,
    to: "changes_requested",
    comment: true,
    beforeExpiry: true,
  },
  decline: { by: "customer", from: awaitingStates, to: "declined", comment: true },
  expire: { by: "clock", from: awaitingStates, to: "expired" },
  convert: { by: "office", from: ["approved"], to: "converted" },
  /** A paid deposit follows its rule. */
  cancel: { by: "office", from: ["approved", "converted"], to: "cancelled" },
} as const satisfies Record<string, TransitionRule>;

export type QuoteTransition = keyof typeof transitions;
export const quoteTransitions = Object.keys(transitions) as QuoteTransition[];

export interface QuoteTransitionRequest {
  transition: QuoteTransition;
  by: QuoteParty;
  state: QuoteState;
  /** Last day for an answer in Asia/Dubai; null before sending. */
  validUntil: string | null;
  /** Current day in Asia/Dubai. */
  today: string;
  comment?: string;
}

/**
 * Validates a transition and returns the next state. A quote past its last day counts as expired, even before
 * the hourly job has run.
 */
export function validateQuoteTransition(
  request: QuoteTransitionRequest,
): { ok: true; to: QuoteState } | Refusal<"not-allowed" | "wrong-state" | "text-required" | "quote-expired"> {
  const rule: TransitionRule = transitions[request.transition];
  if (rule.by !== request.by) return refuse("not-allowed");
  const isPast = isPastValidity(request);
  if (rule.beforeExpiry && (request.state === "expired" || (isAwaitingAnswer(request.state) && isPast))) {
    return refuse("quote-expired");
  }
  if (!rule.from.includes(request.state)) return refuse("wrong-state");
  if (request.transition === "expire" && !isPast) return refuse("wrong-state");
  if (rule.comment && !request.comment?.trim()) return refuse("text-required");
  return { ok: true, to: rule.to };
}

function isPastValidity({
  validUntil,
  today,
}: Pick<QuoteTransitionRequest, "validUntil" | "today">): boolean {
  return validUntil !== null && validUntil < today;
}

/** State on a day: past its last day a quote counts as expired, even before the hourly job has run. */
export function effectiveStateOn(
  today: string,
  quote: { state: QuoteState; validUntil: string | null },
): QuoteState {
  return isAwaitingAnswer(quote.state) && isPastValidity({ ...quote, today }) ? "expired" : quote.state;
}

/** True if another version may be drafted. */
export function canRevise(state: QuoteState): boolean {
  return revisableStates.includes(state);
}

export function canSend(state: QuoteState): boolean {
  return state === "draft" || canRevise(state);
}

export interface QuoteLineTerms {
  quantityHundredths: number;
  unitFils: number;
  /** Contract discount on a part. */
  discountFils: number;
  optional: boolean;
}

export interface QuoteTerms {
  lines: readonly QuoteLineTerms[];
  discount: Discount;
  depositPercent: number;
}

export interface QuoteTotals {
  /** In line order. The discount includes the line's share of the total discount. */
  lines: (LineSums & { discountFils: number })[];
  /** Before the total discount. */
  linesFils: number;
  discountFils: number;
  netFils: number;
  vatFils: number;
  totalFils: number;
  depositFils: number;
}

/**
 * Totals with the ticked optional lines, given as indexes from 0. Other options are left out of the totals;
 * their own sums carry no share of the discount. The deposit is a share of the total, rounded to the fil.
 */
export function quoteTotals(
  { lines, discount, depositPercent }: QuoteTerms,
  ticked: ReadonlySet<number>,
  vatPercent: number,
): QuoteTotals {
  const included = lines.flatMap(({ optional }, at) => (!optional || ticked.has(at) ? [at] : []));
  const terms = lines.map(({ quantityHundredths, unitFils, discountFils }) => ({
    quantityHundredths,
    unitFils,
    discountFils,
  }));
  const gross = included.map((at) => lineGross(terms[at]!));
  const linesFils = gross.reduce((sum, fils) => sum + fils, 0);
  const discountFils = discountOf(linesFils, discount);
  const parts = distributeDiscount(gross, discountFils);
  for (const [index, at] of included.entries()) terms[at]!.discountFils += parts[index]!;

  const includedSums = calculateLineSums(
    included.map((at) => terms[at]!),
    vatPercent,
  );
  const sums = lines.map((_, at) => {
    const index = included.indexOf(at);
    const lineTotals = index < 0 ? calculateLineSums([terms[at]!], vatPercent)[0]! : includedSums[index]!;
    return { ...lineTotals, discountFils: terms[at]!.discountFils };
  });
  const { grossFils, netFils, vatFils } = totalOf(includedSums);
  return {
    lines: sums,
    linesFils,
    discountFils,
    netFils,
    vatFils,
    totalFils: grossFils,
    depositFils: Math.round((grossFils * depositPercent) / 100),
  };
}

/**
 * True if the discount leaves nothing to pay for the smallest choice that the customer can approve: the required
 * lines, or the cheapest option if all lines are optional. Such a quote would end as an invoice of zero, which
 * cannot be issued.
 */
export function isDiscountTooLarge({ lines, discount }: Pick<QuoteTerms, "lines" | "discount">): boolean {
  if (lines.length === 0) return false;
  const required = lines.filter(({ optional }) => !optional).map(lineGross);
  const smallestFils =
    required.length > 0 ? required.reduce((sum, fils) => sum + fils, 0) : Math.min(...lines.map(lineGross));
  if (discount.kind === "amount") return discount.fils > 0 && discount.fils >= smallestFils;
  return smallestFils > 0 && discountOf(smallestFils, discount) >= smallestFils;
}

/**
 * Validity of the quote link after expiry, in days. Customers read approved quotes while the work is done.
 */
export const LINK_DAYS_AFTER_EXPIRY = 180;

/** `link`: the office passes the link on. */
export const quoteChannels = ["email", "whatsapp", "link"] as const;
export type QuoteChannel = (typeof quoteChannels)[number];

declare module "~/platform/events/events" {
  interface Events {
    /** `bookingId`: source booking. */
    "quote.created": Silent<{ bookingId: string | null; copyOf: string | null }>;
    "quote.revised": Silent<{ revision: number }>;
    "quote.sent": { revision: number; channel: QuoteChannel };
    /** Requested by the customer ("email") or the office. */
    "quote.link-requested": { channel: QuoteChannel };
    /** The office replaced the link, because it had gone to the wrong person. */
    "quote.link-replaced": Silent;
    "quote.viewed": Silent;
    "quote.approved": { revision: number };
    "quote.changes-requested": { revision: number };
    "quote.declined": { revision: number };
    /** `wasSent`: the customer needs a notification. */
    "quote.withdrawn": { wasSent: boolean };
    /** Expires soon and is unanswered. */
    "quote.expiring": Record<never, never>;
    "quote.expired": Record<never, never>;
    "quote.converted": Silent<{ workId: string }>;
    /** `deposit`: resolution of the paid deposit. */
    "quote.cancelled": { deposit: "none" | "refunded" | "forfeited"; fils: number };
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "quote-expired": unknown;
    /** A newer version was sent. */
    superseded: unknown;
    /** The version has no lines or costs nothing. */
    "no-lines": unknown;
    "no-email": unknown;
    /** Renewals have no deposit, because the contract has its own invoice. */
    "renewal-deposit": unknown;
    /** The contract was renewed otherwise or cancelled. */
    "renewed-otherwise": unknown;
    /** The discount reaches what the customer must at least pay. */
    "discount-too-large": unknown;
    /** An optional line that does not exist. */
    "unknown-line": unknown;
    /** All lines are optional and none was ticked. */
    "nothing-chosen": unknown;
    /** Details that a booking needs: phone number, property, service. */
    "phone-required": unknown;
    "property-required": unknown;
    "service-required": unknown;
  }
}
