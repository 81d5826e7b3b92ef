import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { log } from "~/platform/log.server";
import { type CheckoutTarget, createCheckoutRecord } from "../commands/create-checkout.server";
import type { Payable } from "../deposits/amount-due.server";
import { closeCheckout, requestCheckout } from "./checkout-updates.server";

/**
 * Attempts to open a checkout. Each attempt closes an outdated checkout, and a concurrent request may open
 * another.
 */
const MAX_ATTEMPTS = 4;

/**
 * Opens a checkout for the open amount, for the customer's representative. One checkout exists at a time: it
 * is reused while the amount matches and closed when the amount changes.
 *
 * The checkout is saved before it is requested from the provider, outside of any transaction. After a crash
 * in between the next request continues with the same page.
 */
export async function openCheckout(ctx: Ctx, payable: Payable, { cards, back }: CheckoutTarget) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const step = await createCheckoutRecord(ctx, payable, { cards, back });
    if (!step.ok) return step;
    try {
      if (step.canReuse) {
        const open = await requestCheckout(ctx, cards!, step.id);
        if (open) return { ok: true as const, id: step.id, url: open.url };
      } else if ((await closeCheckout({ ...ctx, actor: system }, cards!, step.id)) === "paid") {
        return refuse("payment-in-progress");
      }
    } catch (error) {
      log.error("checkout-not-created", "The card provider could not create a checkout", {
        error,
        requestId: ctx.requestId,
      });
      return refuse("card-provider-unavailable");
    }
  }
  return refuse("card-provider-unavailable");
}
