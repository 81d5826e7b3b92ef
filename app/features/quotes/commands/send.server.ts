import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { addDays, dubaiDate } from "~/platform/time";
import { readSettings } from "../../business/read-settings.server";
import { advance, decide, lockSeen, type SeenQuote, unlessRenewed } from "../lock-quote.server";
import { draftOf, listVersions, totalsOf } from "../versions.server";

/**
 * Sends what is drafted: from now on this version counts, is answered until its last day, and never changes. By mail with
 * its link; or the office hands the link over itself, to those who have no email.
 */
export const sendQuote = command("quotes.manage", async (ctx, seen: SeenQuote, by: "mail" | "link") => {
  const locked = await lockSeen(ctx, seen);
  if (!locked.ok) return locked;
  const { quote } = locked;
  const draft = draftOf(await listVersions(ctx, quote.id));
  const decision = decide(ctx, quote, "send", "office");
  if (!decision.ok || !draft) return refuse("wrong-state");
  if (draft.lines.length === 0) return refuse("no-lines");
  if (by === "mail" && !quote.customer.email) return refuse("no-email");
  const totals = totalsOf(draft);
  if (quote.renews_id && totals.total_fils === 0) return refuse("no-lines");
  const { depositRule } = (await readSettings(ctx, "money")).values;
  const counts = await unlessRenewed(ctx, async (ctx) => {
    await ctx.db
      .updateTable("quote_revisions")
      .set({ deposit_rule: depositRule, sent_at: ctx.now })
      .where("quote_id", "=", quote.id)
      .where("number", "=", draft.number)
      .execute();
    await advance(ctx, quote, decision.to, {
      ...totals,
      revision: draft.number,
      valid_until: addDays(dubaiDate(ctx.now), draft.validDays),
      sent_at: ctx.now,
      viewed_at: null,
      answered_at: null,
      ending_told_at: null,
    });
    return { ok: true as const };
  });
  if (!counts.ok) return counts;
  await emit(
    ctx,
    "quote.sent",
    quote.id,
    { revision: draft.number, by },
    {
      before: { state: quote.state, totalFils: quote.total_fils },
      after: { state: decision.to, totalFils: totals.total_fils },
    },
  );
  return { ok: true };
});

/** Hands the link of what was sent over once more: by mail, or for the office to pass on. */
export const handOverQuote = command("quotes.manage", async (ctx, seen: SeenQuote, by: "mail" | "link") => {
  const locked = await lockSeen(ctx, seen);
  if (!locked.ok) return locked;
  const { quote } = locked;
  if (quote.sent_at === null || quote.state === "withdrawn") return refuse("wrong-state");
  if (by === "mail" && !quote.customer.email) return refuse("no-email");
  await emit(ctx, "quote.link-requested", quote.id, { by });
  return { ok: true };
});

/** Takes a quote back; one that was never sent is given up. */
export const withdrawQuote = command("quotes.manage", async (ctx, seen: SeenQuote) => {
  const locked = await lockSeen(ctx, seen);
  if (!locked.ok) return locked;
  const { quote } = locked;
  const decision = decide(ctx, quote, "withdraw", "office");
  if (!decision.ok) return refuse("wrong-state");
  await advance(ctx, quote, decision.to);
  await emit(
    ctx,
    "quote.withdrawn",
    quote.id,
    { wasSent: quote.sent_at !== null },
    { before: { state: quote.state }, after: { state: decision.to } },
  );
  return { ok: true };
});
