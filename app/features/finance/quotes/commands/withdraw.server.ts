import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { refuse } from "~/platform/http/refusal";
import {
  checkTransition,
  type LockedQuote,
  lockQuote,
  lockSeenQuote,
  type SeenQuote,
  updateQuote,
} from "../lock-quote.server";
import { openStates } from "../quote";

/** Withdraws a sent quote, or discards one that was never sent. */
export const withdrawQuote = command("quotes.manage", async function withdrawQuote(ctx, seen: SeenQuote) {
  const locked = await lockSeenQuote(ctx, seen);
  return locked.ok ? withdraw(ctx, locked.quote) : locked;
});

/** Withdraws open renewal quotes of a cancelled contract. */
export const withdrawRenewal: Reaction<"contract.cancelled"> = {
  name: "withdraw-renewal-quote",
  run: async function withdrawRenewal(ctx, { subjectId }) {
    const rows = await ctx.db
      .selectFrom("quotes")
      .select("id")
      .where("renewsContractId", "=", subjectId)
      .where("state", "in", openStates)
      .execute();
    for (const { id } of rows) {
      const quote = await lockQuote(ctx, id);
      // Refused if the customer has answered in the meantime.
      if (quote) await withdraw(ctx, quote);
    }
  },
};

async function withdraw(ctx: Ctx, quote: LockedQuote) {
  const decision = checkTransition(ctx, quote, "withdraw", "office");
  if (!decision.ok) return refuse("wrong-state");
  await updateQuote(ctx, quote, decision.to);
  await emit(
    ctx,
    "quote.withdrawn",
    quote.id,
    { wasSent: quote.sentAt !== null },
    { before: { state: quote.state }, after: { state: decision.to } },
  );
  return { ok: true as const };
}
