import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { getService, listItemsByPriceId } from "../../../core/catalogue/queries.server";
import { listLines } from "../lines/lines.server";
import type { CorrectedBooking } from "./correction";

export type Correctable = Awaited<ReturnType<typeof loadCorrectable>>;

export async function loadCorrectable(ctx: Ctx, bookingId: string) {
  const row = await ctx.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  const lines = await listLines(ctx, bookingId);
  return {
    reference: row.reference,
    service: await getService(ctx, row.service_id),
    tradeId: row.trade_id,
    addressParts: row.address_parts,
    address: row.address,
    /** Duration in minutes; null if the default of the service applies. */
    durationMin: row.duration_min,
    /** Travel buffer in minutes; null if the default of the service applies. */
    bufferMin: row.buffer_min,
    lines,
    lineItems: await listItemsByPriceId(
      ctx,
      lines.flatMap(({ priceId }) => priceId ?? []),
    ),
    name: row.contact_name,
    phone: row.contact_phone,
    email: row.contact_email,
    message: row.message,
    customerId: row.customer_id,
    propertyId: row.property_id,
    /** The day that decides which contract applies. */
    day: row.preferred_date ?? dubaiDate(row.requested_at),
    linkNo: row.link_version,
    estimateFils: row.estimate_fils,
    /** Warranty visits are free, and quoted work has the agreed price: neither has lines. */
    hasOwnPrice: row.warranty_of_id !== null || (lines.length === 0 && row.estimate_fils !== null),
  };
}

export function describeBooking(booking: Correctable): CorrectedBooking {
  const { service, tradeId, address, durationMin, name, phone, email, message, estimateFils } = booking;
  return {
    service: service.id,
    trade: tradeId,
    lines: booking.lines.map(({ kind, name, serviceName, quantity }) =>
      kind === "work" ? `${quantity} × ${name || serviceName}` : kind,
    ),
    address,
    durationMin: durationMin ?? service.durationMin,
    name,
    phone,
    email,
    message,
    estimateFils,
  };
}
