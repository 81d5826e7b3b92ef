import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { log } from "~/platform/log.server";
import { dubaiDate } from "~/platform/time";
import { depositDue, findDue } from "./due.server";
import { payDeposit } from "./pay-deposit.server";
import type { CardProvider, CheckoutNews } from "./provider/card-provider";
import { takePayment } from "./take-payment.server";
import "./table";

/**
 * What became of a checkout, from whomever it is heard: the webhook, the page that waits for it, the worker. Any order, any
 * number of times; booked once. Money that is late for what it was meant for is the customer's credit.
 */
export async function takeCheckoutNews(
  ctx: Ctx,
  provider: string,
  session: string,
  news: CheckoutNews,
): Promise<"known" | "unknown"> {
  const checkout = await ctx.db
    .selectFrom("checkouts")
    .selectAll()
    .where("provider", "=", provider)
    .where("session", "=", session)
    .forUpdate()
    .executeTakeFirst();
  if (!checkout) return "unknown";
  const { id, invoice_id, quote_id, amount_fils: fils, state } = checkout;
  if (state === "paid" || news.state === "open") return "known";
  if (news.state === "expired") {
    await ctx.db.updateTable("checkouts").set({ state: "expired" }).where("id", "=", id).execute();
    return "known";
  }
  const { payment, amount, currency } = news;
  if (amount !== fils || currency !== "aed") {
    await ctx.db.updateTable("checkouts").set({ state: "expired" }).where("id", "=", id).execute();
    log.error("A checkout was paid with another amount", {
      checkout: id,
      payment,
      amount,
      currency,
      wanted: fils,
    });
    await emit(ctx, "payment.questioned", id, {
      oddity: "other-amount",
      provider,
      payment,
      amount,
      currency,
    });
    return "known";
  }
  const taken = {
    method: "card" as const,
    fils,
    receivedOn: dubaiDate(ctx.now),
    provider: { name: provider, payment },
  };
  const due = invoice_id
    ? await findDue(ctx, "invoice", { id: invoice_id })
    : await findDue(ctx, "quote", { id: quote_id! });
  const { customerId } = due!;
  const deposit = quote_id ? await payDeposit(ctx, quote_id, taken) : null;
  const invoiceIds = invoice_id ? [invoice_id] : [];
  const booked = deposit?.ok
    ? deposit
    : await takePayment(ctx, {
        ...taken,
        customerId,
        invoiceIds,
        late: Boolean(quote_id) || due!.fils < fils,
      });
  await ctx.db
    .updateTable("checkouts")
    .set({ state: "paid", payment_id: booked.id })
    .where("id", "=", id)
    .execute();
  return "known";
}

/** How a checkout stands; the provider is asked where its news is late. Null: there is none. */
export async function lookAtCheckout(
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
  if (checkout.state !== "open" || cards?.name !== checkout.provider) return checkout.state;
  try {
    const news = await cards.findCheckout(checkout.session);
    if (news.state === "open") return "open";
    await inTransaction(ctx, (ctx) => takeCheckoutNews(ctx, cards.name, checkout.session, news));
  } catch (error) {
    log.warn("The card provider could not be asked about a checkout", { error, checkout: id });
  }
  return (await read())!.state;
}

const AT_ONCE = 20;

/** Shuts what no longer fits: paid otherwise, credited, withdrawn, or out of time. One that was paid is booked. */
export async function shutCheckouts(ctx: Ctx, cards: CardProvider | null): Promise<void> {
  if (!cards) return;
  const unfit = await ctx.db
    .selectFrom("checkouts")
    .leftJoin("invoices", "invoices.id", "checkouts.invoice_id")
    .leftJoin("quotes as document", "document.id", "checkouts.quote_id")
    .select(["checkouts.id", "session"])
    .where("checkouts.state", "=", "open")
    .where("provider", "=", cards.name)
    .where((eb) =>
      eb.or([
        eb("expires_at", "<=", ctx.now),
        eb(sql`coalesce(invoices.open_fils, ${depositDue()})`, "<>", eb.ref("checkouts.amount_fils")),
      ]),
    )
    .orderBy("expires_at")
    .limit(AT_ONCE)
    .execute();
  for (const { id, session } of unfit) {
    try {
      const became = await cards.expireCheckout(session);
      const news = became === "paid" ? await cards.findCheckout(session) : { state: "expired" as const };
      await inTransaction(ctx, (ctx) => takeCheckoutNews(ctx, cards.name, session, news));
    } catch (error) {
      log.warn("A checkout could not be shut, and will be tried again", { error, checkout: id });
      return;
    }
  }
}
