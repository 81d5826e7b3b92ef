import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import { isCustomerOf } from "~/platform/auth/links/document-link.server";
import { refuse } from "~/platform/http/refusal";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { addMinutes } from "~/platform/time";
import type { CardProvider } from "../card/provider/card-provider";
import { type AmountDue, findAmountDue, type Payable } from "../deposits/amount-due.server";

/** Request to the provider, kept until answered so that it can be repeated unchanged. */
export interface CheckoutRequest {
  title: string;
  email: string | null;
  successUrl: string;
  cancelUrl: string;
}

/** Lifetime of a checkout in minutes; Stripe allows 30 minutes to a day. */
const OPEN_MIN = 120;
/** Remaining minutes below which a checkout is not reused. */
const MIN_REMAINING_MIN = 15;
/** Stripe's minimum charge is AED 2. */
const MIN_CHARGE_FILS = 200;

export interface CheckoutTarget {
  cards: CardProvider | null;
  /** Page to which the payer returns. */
  back: string;
}

/** Returns the checkout to use, saved if new. `canReuse` is false if it must be closed first. */
export const createCheckoutRecord = command(
  "invoices.pay",
  async function createCheckoutRecord(
    ctx,
    { kind, id: payableId }: Payable,
    { cards, back }: CheckoutTarget,
  ) {
    // Serialised, otherwise two clicks open two checkouts.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`checkout ${payableId}`}, 0))`.execute(ctx.db);
    const due = await findAmountDue(ctx, kind, { id: payableId });
    if (!due || !isCustomerOf(ctx, due)) return refuse("not-found");
    if (!cards) return refuse("cards-not-configured");
    if (due.fils === 0) return refuse("nothing-open");
    if (due.fils < MIN_CHARGE_FILS) return refuse("too-small-for-cards");
    const existing = await ctx.db
      .selectFrom("checkouts")
      .select(["id", "provider", "amountFils", "expiresAt"])
      .where(kind === "invoice" ? "invoiceId" : "quoteId", "=", payableId)
      .where("state", "in", ["requested", "open"])
      .executeTakeFirst();
    if (existing) {
      const canReuse =
        existing.provider === cards.name &&
        existing.amountFils === due.fils &&
        existing.expiresAt > addMinutes(ctx.now, MIN_REMAINING_MIN);
      return { ok: true, id: existing.id, canReuse };
    }
    const id = randomUUID();
    await ctx.db
      .insertInto("checkouts")
      .values({
        id,
        invoiceId: kind === "invoice" ? payableId : null,
        quoteId: kind === "quote" ? payableId : null,
        provider: cards.name,
        state: "requested",
        request: JSON.stringify(checkoutRequestFor(due, back, id)),
        amountFils: due.fils,
        expiresAt: addMinutes(ctx.now, OPEN_MIN),
        createdAt: ctx.now,
      })
      .execute();
    return { ok: true, id, canReuse: true };
  },
);

function checkoutRequestFor(
  { kind, reference, language, email }: AmountDue,
  back: string,
  id: string,
): CheckoutRequest {
  const title = inLocale(localeOrDefault(language), () =>
    kind === "invoice"
      ? m.payments_checkout_invoice({ reference })
      : m.payments_checkout_deposit({ reference }),
  );
  const successUrl = new URL(back);
  successUrl.searchParams.set("checkout", id);
  return { title, email, successUrl: successUrl.href, cancelUrl: back };
}
