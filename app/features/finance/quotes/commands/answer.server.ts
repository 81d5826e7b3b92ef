import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { isCustomerOf } from "~/platform/auth/links/document-link.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import {
  checkTransition,
  type LockedQuote,
  lockQuote,
  refuseIfRenewed,
  updateQuote,
} from "../lock-quote.server";
import { isAwaitingAnswer, quoteTotals } from "../quote";
import type { Approval } from "../schema";
import { listVersions, type StoredVersion } from "../versions.server";

/*
 * Answers of the customer, by emailed link or signed in. For others the quote does not exist. The row lock
 * serialises concurrent answers and withdrawals, so that the second one is refused.
 */

async function lockCustomerQuote(
  ctx: Ctx,
  quoteId: string,
): Promise<{ ok: true; quote: LockedQuote } | Refusal<"not-found">> {
  const quote = await lockQuote(ctx, quoteId);
  const isOwner = quote && isCustomerOf(ctx, { kind: "quote", id: quote.id, userId: quote.customer.userId });
  return isOwner && quote.sentAt ? { ok: true, quote } : refuse("not-found");
}

/** Recorded once; later calls change nothing. */
export const viewQuote = command("quotes.answer", async function viewQuote(ctx, quoteId: string) {
  const locked = await lockCustomerQuote(ctx, quoteId);
  if (!locked.ok) return locked;
  const { quote } = locked;
  const decision = checkTransition(ctx, quote, "view", "customer");
  if (!decision.ok) return { ok: true };
  await updateQuote(ctx, quote, decision.to, { viewedAt: ctx.now });
  await emit(ctx, "quote.viewed", quote.id, {});
  return { ok: true };
});

/**
 * Approves the version seen, with a typed name and the ticked options. The approved total and deposit are
 * stored on the quote, because they are what is invoiced.
 */
export const approveQuote = command(
  "quotes.answer",
  async function approveQuote(ctx, quoteId: string, approval: Approval) {
    const locked = await lockForAnswer(ctx, quoteId, "approve", approval);
    if (!locked.ok) return locked;
    const { quote, version, to } = locked;
    const chosen = [...new Set(approval.chosenPositions)].sort((a, b) => a - b);
    if (!chosen.every((position) => version.lines[position - 1]?.optional)) return refuse("unknown-line");
    if (chosen.length === 0 && version.lines.every(({ optional }) => optional))
      return refuse("nothing-chosen");
    const ticked = new Set(chosen.map((position) => position - 1));
    const { totalFils, depositFils } = quoteTotals(version, ticked, 0);
    const approved = await refuseIfRenewed(ctx, async (ctx) => {
      await saveAnswer(ctx, quote, {
        answer: "approved",
        name: approval.name,
        chosen,
        totalFils,
      });
      await updateQuote(ctx, quote, to, {
        totalFils,
        depositFils,
        viewedAt: quote.viewedAt ?? ctx.now,
        answeredAt: ctx.now,
      });
      return { ok: true as const };
    });
    if (!approved.ok) return approved;
    await emit(
      ctx,
      "quote.approved",
      quote.id,
      { revision: version.number },
      {
        before: { state: quote.state, totalFils: quote.totalFils, depositFils: quote.depositFils },
        after: { state: to, totalFils, depositFils },
      },
    );
    return { ok: true };
  },
);

interface TextAnswer {
  revision: number;
  comment: string;
}

export const requestChanges = command(
  "quotes.answer",
  function requestChanges(ctx, quoteId: string, changes: TextAnswer) {
    return recordTextAnswer(ctx, quoteId, "requestChanges", changes);
  },
);

export const declineQuote = command(
  "quotes.answer",
  function declineQuote(ctx, quoteId: string, reason: TextAnswer) {
    return recordTextAnswer(ctx, quoteId, "decline", reason);
  },
);

const textAnswers = {
  requestChanges: { answer: "changes_requested", event: "quote.changes-requested" },
  decline: { answer: "declined", event: "quote.declined" },
} as const;

async function recordTextAnswer(
  ctx: Ctx,
  quoteId: string,
  transition: keyof typeof textAnswers,
  { revision, comment }: TextAnswer,
) {
  const locked = await lockForAnswer(ctx, quoteId, transition, { revision, comment });
  if (!locked.ok) return locked;
  const { quote, version, to } = locked;
  const { answer, event } = textAnswers[transition];
  await saveAnswer(ctx, quote, { answer, name: quote.customer.name, comment });
  await updateQuote(ctx, quote, to, { viewedAt: quote.viewedAt ?? ctx.now, answeredAt: ctx.now });
  await emit(
    ctx,
    event,
    quote.id,
    { revision: version.number },
    { before: { state: quote.state }, after: { state: to }, reason: comment },
  );
  return { ok: true as const };
}

/** Locks the quote for an answer, if the version seen is still the last one sent. */
async function lockForAnswer(
  ctx: Ctx,
  quoteId: string,
  transition: "approve" | "requestChanges" | "decline",
  { revision, comment }: { revision: number; comment?: string },
) {
  const locked = await lockCustomerQuote(ctx, quoteId);
  if (!locked.ok) return locked;
  const { quote } = locked;
  if (isAwaitingAnswer(quote.state) && quote.revision !== revision) return refuse("superseded");
  const decision = checkTransition(ctx, quote, transition, "customer", comment);
  if (!decision.ok) return decision;
  const versions = await listVersions(ctx, quote.id);
  const version: StoredVersion = versions.find(({ number }) => number === quote.revision)!;
  return { ok: true as const, quote, version, to: decision.to };
}

async function saveAnswer(
  ctx: Ctx,
  quote: LockedQuote,
  answer: {
    answer: "approved" | "changes_requested" | "declined";
    name: string;
    comment?: string;
    chosen?: number[];
    totalFils?: number;
  },
): Promise<void> {
  await ctx.db
    .insertInto("quoteAnswers")
    .values({
      quoteId: quote.id,
      revision: quote.revision,
      comment: "",
      chosen: [],
      totalFils: null,
      ...answer,
      clientIp: ctx.clientIp ?? null,
      userId: userIdOf(ctx.actor),
      at: ctx.now,
    })
    .execute();
}

/** Limit of link emails per quote, shared by all callers. */
const LINK_LIMIT = { max: 3, seconds: 3600 };

/**
 * Emails the link again, only to the customer's address on file. Succeeds for unknown quotes too, to avoid
 * disclosing which exist.
 */
export const requestQuoteLink = command(
  "website.use",
  async function requestQuoteLink(ctx, reference: string) {
    const quote = await ctx.db
      .selectFrom("quotes")
      .select("id")
      .where("reference", "=", reference)
      .where("sentAt", "is not", null)
      .where("state", "<>", "withdrawn")
      .executeTakeFirst();
    if (!quote) return { ok: true };
    const request = await takeAttempt(ctx, { key: `quote-link:${quote.id}`, ...LINK_LIMIT });
    if (request.ok) await emit(ctx, "quote.link-requested", quote.id, { channel: "email" });
    return { ok: true };
  },
);
