import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import type { Call } from "~/platform/http/endpoint.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { openAsCustomer } from "../link/booking-link.server";
import { findBooking } from "../queries.server";
import type { BookingView } from "../views";

/**
 * Runs `work` as the booking's customer. Returns not-found for others, so that the booking looks nonexistent.
 * Throws 410 for an expired link.
 */
export async function asCustomer<Result>(
  ctx: Ctx,
  call: Call,
  { reference, key = "" }: { reference: string; key?: string },
  work: (ctx: Ctx, booking: BookingView) => Result | Promise<Result>,
): Promise<Result | Refusal<"not-found">> {
  const opened = await openAsCustomer(ctx, call.get("config"), reference, key);
  if (opened.isExpired) throw new ApiError(410, "link-expired", m.link_expired());
  const booking = await findBooking(opened.ctx, { reference }, call.get("config"));
  return booking ? work(opened.ctx, booking) : refuse("not-found");
}
