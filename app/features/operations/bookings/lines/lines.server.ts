import type { Ctx } from "~/platform/context";
import type { BookingPrice } from "../../../core/pricing/booking-price";
import type { BookingLineView } from "./views";

export async function listLines(ctx: Ctx, bookingId: string): Promise<BookingLineView[]> {
  const rows = await ctx.db
    .selectFrom("booking_lines")
    .innerJoin("services", "services.id", "booking_lines.service_id")
    .selectAll("booking_lines")
    .leftJoin("contracts", "contracts.id", "booking_lines.contract_id")
    .select(["services.name as service_name", "contracts.reference as contract_reference"])
    .where("booking_id", "=", bookingId)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    serviceId: row.service_id,
    serviceName: row.service_name,
    priceId: row.price_id,
    item: row.item,
    name: row.name,
    mode: row.mode,
    unit: row.unit,
    quantity: row.quantity,
    unitFils: row.unit_fils,
    nextFils: row.next_hour_fils,
    percent: row.percent,
    grossFils: row.gross_fils,
    coveredFils: row.covered_fils,
    contractId: row.contract_id,
    contractReference: row.contract_reference,
  }));
}

/** The caller updates the sum in the booking within the same transaction. */
export async function replaceLines(ctx: Ctx, bookingId: string, price: BookingPrice): Promise<void> {
  await ctx.db.deleteFrom("booking_lines").where("booking_id", "=", bookingId).execute();
  await addLines(ctx, bookingId, price);
}

export async function addLines(ctx: Ctx, bookingId: string, { lines }: BookingPrice): Promise<void> {
  if (lines.length === 0) return;
  await ctx.db
    .insertInto("booking_lines")
    .values(
      lines.map((line, index) => ({
        booking_id: bookingId,
        position: index + 1,
        kind: line.kind,
        service_id: line.serviceId,
        price_id: line.priceId,
        item: line.item,
        name: line.name,
        mode: line.mode,
        unit: line.unit,
        quantity: line.quantity,
        unit_fils: line.unitFils,
        next_hour_fils: line.nextFils,
        percent: line.percent,
        gross_fils: line.grossFils,
        covered_fils: line.coveredFils,
        contract_id: line.contractId,
      })),
    )
    .execute();
}
