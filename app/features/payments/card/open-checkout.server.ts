import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { log } from "~/platform/log.server";
import { type CheckoutTarget, createCheckoutRecord } from "../commands/create-checkout.server";
import type { Payable } from "../deposits/due.server";
import { closeCheckout, requestCheckout } from "./checkout-updates.server";

/** Attempts: each closes a checkout that does not fit, while another may be opened concurrently. */
const MAX_ATTEMPTS = 4;

/**
 * Opens a checkout for the open amount, for the customer's representative. One exists at a time: it is reused
 * while it fits, and closed when the amount changes. It is saved before it is requested from the provider
 * outside of any transaction, so that a crash in between is continued by the next request with the same page.
 */
export async function openCheckout(ctx: Ctx, what: Payable, { cards, back }: CheckoutTarget) {
  for (let turn = 1; turn <= MAX_ATTEMPTS; turn++) {
    const step = await createCheckoutRecord(ctx, what, { cards, back });
    if (!step.ok) return step;
    try {
      if (step.fits) {
        const open = await requestCheckout(ctx, cards!, step.id);
        if (open) return { ok: true as const, id: step.id, url: open.url };
      } else if ((await closeCheckout({ ...ctx, actor: system }, cards!, step.id)) === "paid") {
        return refuse("being-paid");
      }
    } catch (error) {
      log.error("The card provider could not create a checkout", { error, requestId: ctx.requestId });
      return refuse("cards-down");
    }
  }
  return refuse("cards-down");
}
