import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { log } from "~/platform/log.server";
import { dubaiDate } from "~/platform/time";
import { depositDue, findAmountDue } from "../deposits/amount-due.server";
import { payDeposit } from "../deposits/pay-deposit.server";
import { takePayment } from "../take-payment.server";
import { type CardProvider, type CheckoutUpdate, ProviderRejectedError } from "./provider/card-provider";

/**
 * Applies an update of a checkout from the webhook, the return page or the worker. Updates come in any order
 * and repeatedly, and the payment is booked once. A payment that comes too late becomes credit.
 *
 * `id`: our id, for a checkout whose session is not stored yet.
 */
export async function applyCheckoutUpdate(
  ctx: Ctx,
  provider: string,
  { session, id: checkoutId = null }: { session: string; id?: string | null },
  update: CheckoutUpdate,
): Promise<"known" | "unknown"> {
  const checkout = await ctx.db
    .selectFrom("checkouts")
    .selectAll()
    .where("provider", "=", provider)
    .where((eb) =>
      eb.or([
        eb("session", "=", session),
        ...(checkoutId ? [eb.and([eb("id", "=", checkoutId), eb("session", "is", null)])] : []),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!checkout) return "unknown";
  const { id, invoiceId, quoteId, amountFils: fils, state } = checkout;
  if (state === "paid" || update.state === "open") return "known";
  if (update.state === "expired") {
    await markExpired(ctx, id);
    return "known";
  }
  const { payment, amount, currency, at } = update;
  if (amount !== fils || currency !== "aed") {
    await markExpired(ctx, id);
    log.error("checkout-amount-differs", "A checkout was paid with a different amount", {
      checkout: id,
      payment,
      amount,
      currency,
      wanted: fils,
    });
    await emit(ctx, "payment.questioned", id, {
      issue: "other-amount",
      provider,
      payment,
      amount,
      currency,
    });
    return "known";
  }
  const received = {
    method: "card" as const,
    fils,
    receivedOn: paymentDay(ctx, checkout.createdAt, at),
    provider: { name: provider, payment },
  };
  const due = invoiceId
    ? await findAmountDue(ctx, "invoice", { id: invoiceId })
    : await findAmountDue(ctx, "quote", { id: quoteId! });
  const { customerId } = due!;
  const deposit = quoteId ? await payDeposit(ctx, quoteId, received) : null;
  const invoiceIds = invoiceId ? [invoiceId] : [];
  const booked = deposit?.ok
    ? deposit
    : await takePayment(ctx, {
        ...received,
        customerId,
        invoiceIds,
        late: Boolean(quoteId) || due!.fils < fils,
      });
  await ctx.db
    .updateTable("checkouts")
    .set({ state: "paid", session, request: null, paymentId: booked.id })
    .where("id", "=", id)
    .execute();
  return "known";
}

/** Dubai day of the payment. The provider's clock may differ, so it is neither before the checkout nor in the future. */
function paymentDay(ctx: Ctx, createdAt: Date, at: Date): string {
  const opened = at < createdAt ? createdAt : at;
  return dubaiDate(opened > ctx.now ? ctx.now : opened);
}

async function markExpired(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable("checkouts")
    .set({ state: "expired", request: null })
    .where("id", "=", id)
    .where("state", "in", ["requested", "open"])
    .execute();
}

/** State of a checkout; queries the provider while no update has arrived. Null if unknown. */
export async function findCheckoutState(
  ctx: Ctx,
  id: string,
  cards: CardProvider | null,
): Promise<"open" | "paid" | "expired" | null> {
  const read = () =>
    ctx.db
      .selectFrom("checkouts")
      .select(["state", "provider", "session"])
      .where("id", "=", id)
      .executeTakeFirst();
  const checkout = await read();
  if (!checkout) return null;
  const { state, provider, session } = checkout;
  if (state === "requested") return "open";
  if (state !== "open" || session === null || cards?.name !== provider) return state;
  try {
    const update = await cards.findCheckout(session);
    if (update.state === "open") return "open";
    await inTransaction(ctx, (ctx) => applyCheckoutUpdate(ctx, cards.name, { session }, update));
  } catch (error) {
    log.warn("checkout-not-queried", "The card provider could not be queried about a checkout", {
      error,
      checkout: id,
    });
  }
  const now = (await read())!.state;
  return now === "requested" ? "open" : now;
}

/**
 * Requests the checkout from the provider and saves its answer, outside of transactions because it may be
 * slow. Repeated requests return the same page. Null if the checkout was closed in the meantime or rejected
 * by the provider.
 */
export async function requestCheckout(
  ctx: Ctx,
  cards: CardProvider,
  id: string,
): Promise<OpenCheckout | null> {
  const checkout = await ctx.db.selectFrom("checkouts").selectAll().where("id", "=", id).executeTakeFirst();
  if (!checkout?.request) return readOpen(ctx, id);
  const { request, amountFils, expiresAt } = checkout;
  try {
    const { session, url } = await cards.createCheckout({ id, amountFils, expiresAt, ...request });
    await ctx.db
      .updateTable("checkouts")
      .set({ state: "open", session, url, request: null })
      .where("id", "=", id)
      .where("state", "=", "requested")
      .execute();
  } catch (error) {
    if (error instanceof ProviderRejectedError) {
      log.warn("checkout-refused", "The card provider refused a checkout", { error, checkout: id });
      await markExpired(ctx, id);
      return null;
    }
    // A concurrent request may have saved its answer already.
    const open = await readOpen(ctx, id);
    if (!open) throw error;
    return open;
  }
  return readOpen(ctx, id);
}

export interface OpenCheckout {
  session: string;
  url: string;
}

async function readOpen(ctx: Ctx, id: string): Promise<OpenCheckout | null> {
  const row = await ctx.db
    .selectFrom("checkouts")
    .select(["session", "url"])
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row?.session && row.url ? { session: row.session, url: row.url } : null;
}

/**
 * Closes the provider's page, outside of transactions. `paid`: the customer paid first, and the payment is
 * booked.
 */
export async function closeCheckout(ctx: Ctx, cards: CardProvider, id: string): Promise<"expired" | "paid"> {
  const row = await ctx.db
    .selectFrom("checkouts")
    .select(["state", "provider", "expiresAt"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  // A requested checkout was never shown, so it expires without the provider.
  const isOver = row.state === "requested" && row.expiresAt <= ctx.now;
  const open = isOver || row.provider !== cards.name ? null : await requestCheckout(ctx, cards, id);
  if (!open) {
    await markExpired(ctx, id);
    return row.state === "paid" ? "paid" : "expired";
  }
  const outcome = await cards.expireCheckout(open.session);
  const update = outcome === "paid" ? await cards.findCheckout(open.session) : { state: "expired" as const };
  await inTransaction(ctx, (ctx) => applyCheckoutUpdate(ctx, cards.name, open, update));
  return outcome;
}

const AT_ONCE = 20;

/** Closes checkouts whose amount changed or whose time expired. A paid checkout is booked. */
export async function closeCheckouts(ctx: Ctx, cards: CardProvider | null): Promise<void> {
  if (!cards) return;
  const outdated = await ctx.db
    .selectFrom("checkouts")
    .leftJoin("invoices", "invoices.id", "checkouts.invoiceId")
    .leftJoin("quotes as document", "document.id", "checkouts.quoteId")
    .select("checkouts.id")
    .where("checkouts.state", "in", ["requested", "open"])
    .where("provider", "=", cards.name)
    .where((eb) =>
      eb.or([
        eb("expiresAt", "<=", ctx.now),
        eb(sql`coalesce(invoices.open_fils, ${depositDue()})`, "<>", eb.ref("checkouts.amountFils")),
      ]),
    )
    .orderBy("expiresAt")
    .limit(AT_ONCE)
    .execute();
  for (const { id } of outdated) {
    try {
      await closeCheckout(ctx, cards, id);
    } catch (error) {
      log.warn("checkout-not-closed", "A checkout could not be closed and will be retried", {
        error,
        checkout: id,
      });
      return;
    }
  }
}
