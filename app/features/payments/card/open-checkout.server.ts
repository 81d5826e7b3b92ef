import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { log } from "~/platform/log.server";
import { type Wanted, writeDownCheckout } from "../commands/write-down-checkout.server";
import type { Payable } from "../deposits/due.server";
import { askForCheckout, shutCheckout } from "./checkout-news.server";

/** One that does not fit is shut first; another one may come meanwhile. */
const TURNS = 4;

/**
 * A page of the card provider on which what is open now is paid, for whoever stands for the customer. There is one at a time: it
 * is handed out again while it fits, and shut where the amount has changed. It is written down first, then asked for outside of
 * any transaction: what dies in between is found by the next who asks, and is the same page.
 */
export async function openCheckout(ctx: Ctx, what: Payable, { cards, back }: Wanted) {
  for (let turn = 1; turn <= TURNS; turn++) {
    const step = await writeDownCheckout(ctx, what, { cards, back });
    if (!step.ok) return step;
    try {
      if (step.fits) {
        const open = await askForCheckout(ctx, cards!, step.id);
        if (open) return { ok: true as const, id: step.id, url: open.url };
      } else if ((await shutCheckout({ ...ctx, actor: system }, cards!, step.id)) === "paid") {
        return refuse("being-paid");
      }
    } catch (error) {
      log.error("The card provider could not create a checkout", { error, requestId: ctx.requestId });
      return refuse("cards-down");
    }
  }
  return refuse("cards-down");
}
