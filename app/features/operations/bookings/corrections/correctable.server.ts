import type { Ctx } from "~/platform/context";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
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
  // In English, because descriptions made for readers of different languages are compared.
  const lines = await inLocale(DEFAULT_LOCALE, () => listLines(ctx, bookingId));
  return {
    reference: row.reference,
    service: await getService(ctx, row.serviceId),
    tradeId: row.tradeId,
    addressParts: row.addressParts,
    address: row.address,
    /** Duration in minutes; null if the default of the service applies. */
    durationMin: row.durationMin,
    /** Travel buffer in minutes; null if the default of the service applies. */
    bufferMin: row.bufferMin,
    lines,
    lineItems: await listItemsByPriceId(
      ctx,
      lines.flatMap(({ priceId }) => priceId ?? []),
    ),
    name: row.contactName,
    phone: row.contactPhone,
    email: row.contactEmail,
    message: row.message,
    requestedAt: row.requestedAt,
    customerId: row.customerId,
    propertyId: row.propertyId,
    /** The day that decides which contract applies. */
    day: row.preferredDate ?? dubaiDate(row.requestedAt),
    linkNo: row.linkVersion,
    estimateFils: row.estimateFils,
    /** Warranty visits are free, and quoted work has the agreed price: neither has lines. */
    hasOwnPrice: row.warrantyOfId !== null || (lines.length === 0 && row.estimateFils !== null),
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
