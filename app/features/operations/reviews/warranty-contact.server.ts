import type { Ctx } from "~/platform/context";
import { getBookingTerms } from "../../core/business/queries.server";
import { contactDeadline } from "../bookings/response-targets/contact-deadline";
import { getOpening } from "../scheduling/queries.server";

/** Until when the office contacts the customer: the response target, counted from the warranty request. */
export async function warrantyContactDeadline(ctx: Ctx, requestedAt: Date): Promise<Date> {
  return contactDeadline(requestedAt, { ...(await getBookingTerms(ctx)), opening: await getOpening(ctx) });
}
