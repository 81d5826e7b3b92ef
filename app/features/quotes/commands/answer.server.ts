import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { isCustomerOf } from "~/platform/auth/links/document-link.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { advance, decide, type LockedQuote, lockQuote, unlessRenewed } from "../lock-quote.server";
import { awaitsAnswer, quoteTotals } from "../quote";
import type { Approval } from "../schema";
import { listVersions, type StoredVersion } from "../versions.server";

/*
 * What a customer does with a quote: by the mailed link, or signed in. To anybody else it does not exist. Who answers twice,
 * or while the office takes it back, waits for the other, and finds it answered.
 */

async function lockOwn(
  ctx: Ctx,
  quoteId: string,
): Promise<{ ok: true; quote: LockedQuote } | Refusal<"not-found">> {
  const quote = await lockQuote(ctx, quoteId);
  const own = quote && isCustomerOf(ctx, { kind: "quote", id: quote.id, userId: quote.customer.userId });
  return own && quote.sent_at ? { ok: true, quote } : refuse("not-found");
}

/** The customer has opened it. Said once; later it changes nothing. */
export const viewQuote = command("quotes.answer", async (ctx, quoteId: string) => {
  const locked = await lockOwn(ctx, quoteId);
  if (!locked.ok) return locked;
  const { quote } = locked;
  const decision = decide(ctx, quote, "view", "customer");
  if (!decision.ok) return { ok: true };
  await advance(ctx, quote, decision.to, { viewed_at: ctx.now });
  await emit(ctx, "quote.viewed", quote.id, {});
  return { ok: true };
});

/**
 * Approves the version that the customer saw, by a typed name, with the optional lines that are ticked. What was approved
 * is what is invoiced: its total and its deposit stand on the quote from now on.
 */
export const approveQuote = command("quotes.answer", async (ctx, quoteId: string, approval: Approval) => {
  const locked = await lockSent(ctx, quoteId, "approve", approval);
  if (!locked.ok) return locked;
  const { quote, version, to } = locked;
  const chosen = [...new Set(approval.chosen)].sort((a, b) => a - b);
  if (!chosen.every((position) => version.lines[position - 1]?.optional)) return refuse("unknown-line");
  const ticked = new Set(chosen.map((position) => position - 1));
  const { totalFils, depositFils } = quoteTotals(version, ticked, 0);
  const agreed = await unlessRenewed(ctx, async (ctx) => {
    await keepAnswer(ctx, quote, { answer: "approved", name: approval.name, chosen, total_fils: totalFils });
    await advance(ctx, quote, to, {
      total_fils: totalFils,
      deposit_fils: depositFils,
      viewed_at: quote.viewed_at ?? ctx.now,
      answered_at: ctx.now,
    });
    return { ok: true as const };
  });
  if (!agreed.ok) return agreed;
  await emit(
    ctx,
    "quote.approved",
    quote.id,
    { revision: version.number },
    {
      before: { state: quote.state, totalFils: quote.total_fils, depositFils: quote.deposit_fils },
      after: { state: to, totalFils, depositFils },
    },
  );
  return { ok: true };
});

interface Words {
  revision: number;
  words: string;
}

/** Asks the office for another version. */
export const askForChanges = command("quotes.answer", (ctx, quoteId: string, asked: Words) =>
  answerInWords(ctx, quoteId, "requestChanges", asked),
);

/** Says no, and why. */
export const declineQuote = command("quotes.answer", (ctx, quoteId: string, declined: Words) =>
  answerInWords(ctx, quoteId, "decline", declined),
);

const inWords = {
  requestChanges: { answer: "changes_requested", event: "quote.changes-requested" },
  decline: { answer: "declined", event: "quote.declined" },
} as const;

async function answerInWords(
  ctx: Ctx,
  quoteId: string,
  move: keyof typeof inWords,
  { revision, words }: Words,
) {
  const locked = await lockSent(ctx, quoteId, move, { revision, words });
  if (!locked.ok) return locked;
  const { quote, version, to } = locked;
  const { answer, event } = inWords[move];
  await keepAnswer(ctx, quote, { answer, name: quote.customer.name, words });
  await advance(ctx, quote, to, { viewed_at: quote.viewed_at ?? ctx.now, answered_at: ctx.now });
  await emit(
    ctx,
    event,
    quote.id,
    { revision: version.number },
    { before: { state: quote.state }, after: { state: to }, reason: words },
  );
  return { ok: true as const };
}

/** Locks what the customer answers: the version that counts, if it is the one that they saw. */
async function lockSent(
  ctx: Ctx,
  quoteId: string,
  move: "approve" | "requestChanges" | "decline",
  { revision, words }: { revision: number; words?: string },
) {
  const locked = await lockOwn(ctx, quoteId);
  if (!locked.ok) return locked;
  const { quote } = locked;
  if (awaitsAnswer(quote.state) && quote.revision !== revision) return refuse("superseded");
  const decision = decide(ctx, quote, move, "customer", words);
  if (!decision.ok) return decision;
  const versions = await listVersions(ctx, quote.id);
  const version: StoredVersion = versions.find(({ number }) => number === quote.revision)!;
  return { ok: true as const, quote, version, to: decision.to };
}

async function keepAnswer(
  ctx: Ctx,
  quote: LockedQuote,
  answer: {
    answer: "approved" | "changes_requested" | "declined";
    name: string;
    words?: string;
    chosen?: number[];
    total_fils?: number;
  },
): Promise<void> {
  await ctx.db
    .insertInto("quote_answers")
    .values({
      quote_id: quote.id,
      revision: quote.revision,
      words: "",
      chosen: [],
      total_fils: null,
      ...answer,
      client_ip: ctx.clientIp ?? null,
      user_id: userIdOf(ctx.actor),
      at: ctx.now,
    })
    .execute();
}

/** How often a new link to one quote is mailed to whoever asks. */
const LINK_LIMIT = { max: 3, seconds: 3600 };

/**
 * Has the link mailed once more, to the address of its customer and to no other. Whether there is such a quote, and whose,
 * is told to nobody who asks.
 */
export const askForQuoteLink = command("website.use", async (ctx, reference: string) => {
  const quote = await ctx.db
    .selectFrom("quotes")
    .select("id")
    .where("reference", "=", reference)
    .where("sent_at", "is not", null)
    .where("state", "<>", "withdrawn")
    .executeTakeFirst();
  if (!quote) return { ok: true };
  const attempt = await takeAttempt(ctx, { key: `quote-link:${quote.id}`, ...LINK_LIMIT });
  if (attempt.ok) await emit(ctx, "quote.link-requested", quote.id, { by: "mail" });
  return { ok: true };
});
