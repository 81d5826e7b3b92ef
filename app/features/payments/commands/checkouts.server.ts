import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import { isCustomerOf } from "~/platform/document-link.server";
import { refuse } from "~/platform/http/refusal";
import { localeNamed } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { log } from "~/platform/log.server";
import { addMinutes } from "~/platform/time";
import { findDue, type Payable } from "../due.server";
import type { CardProvider } from "../provider/card-provider";
import "../table";

/** How long a page to pay on stays open; Stripe takes 30 minutes to a day. */
const OPEN_MIN = 120;
/** One that ends sooner is not handed out again. */
const LEAST_LEFT_MIN = 15;
/** Stripe charges no less than AED 2. */
const LEAST_FILS = 200;

/**
 * A page of the card provider on which what is open now is paid, for whoever stands for the customer. There is one at a time: it
 * is handed out again while it fits, and shut where the amount has changed. `back`: the page to which the payer returns.
 */
export const openCheckout = command(
  "invoices.pay",
  async (ctx, { kind, id }: Payable, { cards, back }: { cards: CardProvider | null; back: string }) => {
    // One after the other, or two taps open two pages.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`checkout ${id}`}, 0))`.execute(ctx.db);
    const due = await findDue(ctx, kind, { id });
    if (!due || !isCustomerOf(ctx, due)) return refuse("not-found");
    if (!cards) return refuse("no-cards");
    if (due.fils === 0) return refuse("nothing-open");
    if (due.fils < LEAST_FILS) return refuse("too-small-for-cards");
    const open = await ctx.db
      .selectFrom("checkouts")
      .selectAll()
      .where(kind === "invoice" ? "invoice_id" : "quote_id", "=", id)
      .where("state", "=", "open")
      .execute();
    const fitting = open.find(
      ({ provider, amount_fils, expires_at }) =>
        provider === cards.name &&
        amount_fils === due.fils &&
        expires_at > addMinutes(ctx.now, LEAST_LEFT_MIN),
    );
    if (fitting) return { ok: true, id: fitting.id, url: fitting.url };
    const checkoutId = randomUUID();
    const expiresAt = addMinutes(ctx.now, OPEN_MIN);
    try {
      for (const { id, session } of open) {
        if ((await cards.expireCheckout(session)) === "paid") return refuse("being-paid");
        await ctx.db.updateTable("checkouts").set({ state: "expired" }).where("id", "=", id).execute();
      }
      const { session, url } = await cards.createCheckout({
        id: checkoutId,
        amountFils: due.fils,
        title: inLocale(localeNamed(due.language), () =>
          kind === "invoice"
            ? m.payments_checkout_invoice({ reference: due.reference })
            : m.payments_checkout_deposit({ reference: due.reference }),
        ),
        email: due.email,
        successUrl: withCheckout(back, checkoutId),
        cancelUrl: back,
        expiresAt,
      });
      await ctx.db
        .insertInto("checkouts")
        .values({
          id: checkoutId,
          invoice_id: kind === "invoice" ? id : null,
          quote_id: kind === "quote" ? id : null,
          provider: cards.name,
          session,
          url,
          amount_fils: due.fils,
          expires_at: expiresAt,
          created_at: ctx.now,
        })
        .execute();
      return { ok: true, id: checkoutId, url };
    } catch (error) {
      log.error("The card provider could not be asked for a checkout", { error, requestId: ctx.requestId });
      return refuse("cards-down");
    }
  },
);

function withCheckout(back: string, id: string): string {
  const url = new URL(back);
  url.searchParams.set("checkout", id);
  return url.href;
}
