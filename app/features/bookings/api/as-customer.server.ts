import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import type { Call } from "~/platform/http/endpoint.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { openAsCustomer } from "../link/follow-link.server";
import { findBooking } from "../queries.server";
import type { BookingView } from "../views";

/**
 * Deals with the booking that a path names as its customer: by the key of the mailed link, or signed in. To anybody else
 * it does not exist. Throws 410 to whoever's link has ended.
 */
export async function asCustomer<Result>(
  ctx: Ctx,
  call: Call,
  { reference, key = "" }: { reference: string; key?: string },
  work: (ctx: Ctx, booking: BookingView) => Result | Promise<Result>,
): Promise<Result | Refusal<"not-found">> {
  const opened = await openAsCustomer(ctx, call.get("config"), reference, key);
  if (opened.ended) throw new ApiError(410, "link-ended", m.common_link_ended());
  const booking = await findBooking(opened.ctx, { reference });
  return booking ? work(opened.ctx, booking) : refuse("not-found");
}
