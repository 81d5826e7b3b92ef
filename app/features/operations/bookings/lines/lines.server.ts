import type { Ctx } from "~/platform/context";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import type { BookingPrice } from "../../../core/pricing/booking-price";
import type { BookingLineView } from "./views";

export async function listLines(ctx: Ctx, bookingId: string): Promise<BookingLineView[]> {
  const rows = await ctx.db
    .selectFrom("bookingLines")
    .innerJoin("services", "services.id", "bookingLines.serviceId")
    .selectAll("bookingLines")
    .leftJoin("contracts", "contracts.id", "bookingLines.contractId")
    .select([
      textInReaderLanguage("services.name").as("serviceName"),
      "contracts.reference as contractReference",
    ])
    .where("bookingId", "=", bookingId)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    serviceId: row.serviceId,
    serviceName: row.serviceName,
    priceId: row.priceId,
    item: row.item,
    name: row.name,
    mode: row.mode,
    unit: row.unit,
    quantity: row.quantity,
    unitFils: row.unitFils,
    nextFils: row.nextHourFils,
    percent: row.percent,
    grossFils: row.grossFils,
    coveredFils: row.coveredFils,
    contractId: row.contractId,
    contractReference: row.contractReference,
  }));
}

/** The caller updates the sum in the booking within the same transaction. */
export async function replaceLines(ctx: Ctx, bookingId: string, price: BookingPrice): Promise<void> {
  await ctx.db.deleteFrom("bookingLines").where("bookingId", "=", bookingId).execute();
  await addLines(ctx, bookingId, price);
}

export async function addLines(ctx: Ctx, bookingId: string, { lines }: BookingPrice): Promise<void> {
  if (lines.length === 0) return;
  await ctx.db
    .insertInto("bookingLines")
    .values(
      lines.map((line, index) => ({
        bookingId,
        position: index + 1,
        kind: line.kind,
        serviceId: line.serviceId,
        priceId: line.priceId,
        item: line.item,
        name: line.name,
        mode: line.mode,
        unit: line.unit,
        quantity: line.quantity,
        unitFils: line.unitFils,
        nextHourFils: line.nextFils,
        percent: line.percent,
        grossFils: line.grossFils,
        coveredFils: line.coveredFils,
        contractId: line.contractId,
      })),
    )
    .execute();
}
