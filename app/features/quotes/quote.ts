import type { Silent } from "~/platform/events/events";
import { type Refusal, refuse } from "~/platform/http/refusal";
import {
  type Discount,
  discountOf,
  type LineSums,
  lineGross,
  lineSums,
  spreadDiscount,
  totalOf,
} from "../pricing/document-lines";

/** What a quote may become, by which move, and what it comes to: pure (docs/domain.md, "Quotes"). */

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

/** The customer has it and has not answered. */
export const awaitingAnswer = ["sent", "viewed"] as const satisfies QuoteState[];

export function awaitsAnswer(state: QuoteState): boolean {
  return awaitingAnswer.some((one) => one === state);
}

/** What became of a quote that was sent, as analytics counts it (docs/domain.md, "Figures"). */
export const outcomes = {
  won: ["approved", "converted", "cancelled"],
  lost: ["declined", "expired"],
} as const satisfies Record<string, QuoteState[]>;
export type QuoteOutcome = keyof typeof outcomes;

/** Who deals with it: the office, its customer, or the clock. */
export type QuoteParty = "office" | "customer" | "clock";

interface MoveRule {
  by: QuoteParty;
  from: readonly QuoteState[];
  to: QuoteState;
  /** What somebody has to write with it. */
  words?: true;
  /** Not once its last day is over. */
  inTime?: true;
}

const notAgreed: readonly QuoteState[] = [
  "sent",
  "viewed",
  "changes_requested",
  "declined",
  "expired",
  "withdrawn",
];

const moves = {
  /** Sends what was drafted: the version that counts from now on. */
  send: { by: "office", from: ["draft", ...notAgreed], to: "sent" },
  withdraw: { by: "office", from: ["draft", "sent", "viewed", "changes_requested"], to: "withdrawn" },
  view: { by: "customer", from: ["sent"], to: "viewed" },
  approve: { by: "customer", from: awaitingAnswer, to: "approved", inTime: true },
  requestChanges: {
    by: "customer",
    from: awaitingAnswer,
    to: "changes_requested",
    words: true,
    inTime: true,
  },
  decline: { by: "customer", from: awaitingAnswer, to: "declined", words: true },
  expire: { by: "clock", from: awaitingAnswer, to: "expired" },
  /** Turns it into work. */
  convert: { by: "office", from: ["approved"], to: "converted" },
  /** Calls off what was agreed: a paid deposit goes by its rule. */
  cancel: { by: "office", from: ["approved", "converted"], to: "cancelled" },
} as const satisfies Record<string, MoveRule>;

export type QuoteMove = keyof typeof moves;
export const quoteMoves = Object.keys(moves) as QuoteMove[];

export interface QuoteAttempt {
  move: QuoteMove;
  by: QuoteParty;
  state: QuoteState;
  /** The last Dubai day on which it can be answered; null while it was never sent. */
  validUntil: string | null;
  /** The Dubai calendar day. */
  today: string;
  words?: string;
}

/** Whether a move may be made, and the state that it leads to. A quote is over with its last day, whether the clock has said so or not. */
export function decideQuoteMove(
  attempt: QuoteAttempt,
):
  | { ok: true; to: QuoteState }
  | Refusal<"not-allowed" | "wrong-state" | "words-required" | "quote-expired"> {
  const rule: MoveRule = moves[attempt.move];
  if (rule.by !== attempt.by) return refuse("not-allowed");
  const over = isOver(attempt);
  if (rule.inTime && (attempt.state === "expired" || (awaitsAnswer(attempt.state) && over))) {
    return refuse("quote-expired");
  }
  if (!rule.from.includes(attempt.state)) return refuse("wrong-state");
  if (attempt.move === "expire" && !over) return refuse("wrong-state");
  if (rule.words && !attempt.words?.trim()) return refuse("words-required");
  return { ok: true, to: rule.to };
}

function isOver({ validUntil, today }: Pick<QuoteAttempt, "validUntil" | "today">): boolean {
  return validUntil !== null && validUntil < today;
}

/** How it stands on a day: the clock may have yet to say that it is over. */
export function stateOn(today: string, quote: { state: QuoteState; validUntil: string | null }): QuoteState {
  return awaitsAnswer(quote.state) && isOver({ ...quote, today }) ? "expired" : quote.state;
}

/** Whether another version can be drafted while the last that was sent stays as it is. */
export function canRevise(state: QuoteState): boolean {
  return notAgreed.includes(state);
}

/** Whether what is drafted can be changed and sent. */
export function canSend(state: QuoteState): boolean {
  return state === "draft" || canRevise(state);
}

export interface QuoteLineTerms {
  quantityHundredths: number;
  unitFils: number;
  /** Of a part: what a contract takes off. */
  discountFils: number;
  optional: boolean;
}

/** What a version says of money. */
export interface QuoteTerms {
  lines: readonly QuoteLineTerms[];
  discount: Discount;
  depositPercent: number;
}

export interface QuoteTotals {
  /** By the place of each line; its discount is its own with its part of that on the whole. */
  lines: (LineSums & { discountFils: number })[];
  /** Before the discount on the whole. */
  linesFils: number;
  discountFils: number;
  netFils: number;
  vatFils: number;
  totalFils: number;
  depositFils: number;
}

/**
 * What a version comes to with the optional lines that are ticked, by their place (0: the first line). Others are not in the
 * sums; their own are those that they would have without a discount. The deposit is a share of the total, to the nearest fil.
 */
export function quoteTotals(
  { lines, discount, depositPercent }: QuoteTerms,
  ticked: ReadonlySet<number>,
  vatPercent: number,
): QuoteTotals {
  const meant = lines.flatMap(({ optional }, at) => (!optional || ticked.has(at) ? [at] : []));
  const terms = lines.map(({ quantityHundredths, unitFils, discountFils }) => ({
    quantityHundredths,
    unitFils,
    discountFils,
  }));
  const gross = meant.map((at) => lineGross(terms[at]!));
  const linesFils = gross.reduce((sum, fils) => sum + fils, 0);
  const discountFils = discountOf(linesFils, discount);
  const parts = spreadDiscount(gross, discountFils);
  for (const [index, at] of meant.entries()) terms[at]!.discountFils += parts[index]!;

  const ofMeant = lineSums(
    meant.map((at) => terms[at]!),
    vatPercent,
  );
  const sums = lines.map((_, at) => {
    const index = meant.indexOf(at);
    const own = index < 0 ? lineSums([terms[at]!], vatPercent)[0]! : ofMeant[index]!;
    return { ...own, discountFils: terms[at]!.discountFils };
  });
  const { grossFils, netFils, vatFils } = totalOf(ofMeant);
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

/** For how long after its last day a quote can still be read by its link: whoever approved it looks at it while the work is done. */
export const LINK_DAYS_AFTER_EXPIRY = 180;

declare module "~/platform/events/events" {
  interface Events {
    /** `bookingId`: whose visit found what is quoted. */
    "quote.created": Silent<{ bookingId: string | null; copyOf: string | null }>;
    "quote.revised": Silent<{ revision: number }>;
    /** `by`: a mail goes out, or the office hands the link over itself. */
    "quote.sent": { revision: number; by: "mail" | "link" };
    /** Somebody asks for the link once more: the customer by mail, or the office. */
    "quote.link-requested": { by: "mail" | "link" };
    "quote.viewed": Silent;
    "quote.approved": { revision: number };
    "quote.changes-requested": { revision: number };
    "quote.declined": { revision: number };
    /** `wasSent`: its customer knows of it. */
    "quote.withdrawn": { wasSent: boolean };
    /** It ends soon, and nobody answered. */
    "quote.ending": Record<never, never>;
    "quote.expired": Record<never, never>;
    "quote.converted": Silent<{ workId: string }>;
    /** What became of the deposit that was paid. */
    "quote.cancelled": { deposit: "none" | "refunded" | "kept"; fils: number };
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Its last day is over. */
    "quote-expired": unknown;
    /** Another version was sent since: it is the one to be answered. */
    superseded: unknown;
    /** There is nothing in it that costs or is done. */
    "no-lines": unknown;
    /** There is no address to send it to. */
    "no-email": unknown;
    /** A contract that is renewed by it is paid by its own invoice. */
    "renewal-deposit": unknown;
    /** What it offers to renew was renewed otherwise, or cancelled. */
    "renewed-otherwise": unknown;
    /** Ticked was what cannot be. */
    "unknown-line": unknown;
    /** What work needs to be known: whom to call, where, and what it is. */
    "phone-required": unknown;
    "place-required": unknown;
    "service-required": unknown;
  }
}
