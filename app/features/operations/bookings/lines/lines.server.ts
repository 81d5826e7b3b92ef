import type { Ctx } from "~/platform/context";
import { inReaderLanguage, textInReaderLanguage } from "~/platform/locale/content-language.server";
import type { BookingPrice } from "../../../core/pricing/booking-price";
import type { BookingLineView } from "./views";

export async function listLines(ctx: Ctx, bookingId: string): Promise<BookingLineView[]> {
  const rows = await ctx.db
    .selectFrom("bookingLines")
    .innerJoin("services", "services.id", "bookingLines.serviceId")
    .selectAll("bookingLines")
    .leftJoin("contracts", "contracts.id", "bookingLines.contractId")
    .leftJoin("prices", "prices.id", "bookingLines.priceId")
    .select([
      // The line has the name in the language of the person who booked.
      "prices.name as itemName",
      "prices.nameAr as itemNameAr",
      "prices.unit as itemUnit",
      "prices.unitAr as itemUnitAr",
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
    name: textOfItem(row.name, { text: row.itemName, textAr: row.itemNameAr }),
    mode: row.mode,
    unit: textOfItem(row.unit, { text: row.itemUnit, textAr: row.itemUnitAr }),
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

/** Returns a text of the price book in the reader's language, and any other text as stored. */
function textOfItem(stored: string, item: { text: string | null; textAr: string | null }): string {
  if (stored === "" || item.text === null || ![item.text, item.textAr].includes(stored)) return stored;
  return inReaderLanguage({ text: item.text, textAr: item.textAr }, ["text"]).text;
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
