import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { inReaderLanguage } from "~/platform/locale/content-language.server";
import { DEFAULT_LOCALE, isLocale, type Locale } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { Discount } from "../../../core/pricing/document-lines";
import { documentLinesOf } from "../../../operations/bookings/lines/document-lines.server";
import { listLines } from "../../../operations/bookings/lines/lines.server";
import type { BookingLineView } from "../../../operations/bookings/lines/views";
import type { BookingContact } from "../../../operations/bookings/request/customer-candidates.server";
import { MAX_PHOTOS, type QuoteLine } from "../schema";

export interface QuoteSource {
  booking: BookingContact;
  /** Null for assessments and emergencies without a known trade; the office chooses the service. */
  serviceId: string | null;
  language: string;
  title: string;
  /** Notes of the technicians' reports, newest first. */
  introduction: string;
  lines: QuoteLine[];
  /** Part covered by a contract. */
  discount: Discount;
  photoIds: string[];
}

const MAX_INTRODUCTION_LENGTH = 4000;

/** Data for a quote in the language of the booking; null for an unknown booking. */
export async function loadQuoteSource(ctx: Ctx, bookingId: string): Promise<QuoteSource | null> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .innerJoin("services", (join) =>
      join.on((eb) => eb("services.id", "=", eb.fn.coalesce("bookings.tradeId", "bookings.serviceId"))),
    )
    .select([
      "bookings.customerId",
      "bookings.propertyId",
      "bookings.userId",
      "bookings.contactName",
      "bookings.contactPhone",
      "bookings.addressParts",
      "bookings.language",
      "bookings.estimateFils",
      "services.id as serviceId",
      "services.name as serviceName",
      "services.nameAr as serviceNameAr",
      "services.emergency",
    ])
    .where("bookings.id", "=", bookingId)
    .executeTakeFirst();
  if (!booking) return null;
  const notes = await ctx.db
    .selectFrom("visitReports")
    .innerJoin("visits", "visits.id", "visitReports.visitId")
    .select("note")
    .where("visits.bookingId", "=", bookingId)
    .where("note", "<>", "")
    .orderBy("visitReports.at", "desc")
    .execute();
  // A free booking is an assessment, whose service name does not describe the work to be quoted.
  const language = isLocale(booking.language) ? booking.language : DEFAULT_LOCALE;
  const booked = await inLocale(language, () => listLines(ctx, bookingId));
  const paidFils = booked.reduce((sum, { coveredFils }) => sum + coveredFils, 0);
  const isAssessment = booking.estimateFils === 0 && paidFils === 0;
  return {
    booking,
    serviceId: isAssessment || booking.emergency ? null : booking.serviceId,
    language,
    title: isAssessment
      ? inLocale(language, () => m.quotes_title_assessed())
      : inLocale(language, () => inReaderLanguage(booking, ["serviceName"]).serviceName),
    introduction: notes
      .map(({ note }) => note)
      .join("\n\n")
      .slice(0, MAX_INTRODUCTION_LENGTH),
    lines: isAssessment ? [] : bookedLines(booked, language),
    discount: { kind: "amount", fils: paidFils },
    photoIds: (await listBookingPhotos(ctx, bookingId)).slice(0, MAX_PHOTOS),
  };
}

/** Lines at the booked prices; work by survey has no price yet. */
function bookedLines(booked: readonly BookingLineView[], language: Locale): QuoteLine[] {
  const priced = booked.filter(({ unitFils }) => unitFils !== null);
  // The contract's share is deducted from the total instead of the lines.
  return documentLinesOf(priced, language).map((line) => ({
    section: "",
    optional: false,
    ...line,
    partContractId: null,
    discountFils: 0,
  }));
}

/** Photos of the visit reports, then of the booking. */
export async function listBookingPhotos(ctx: Ctx, bookingId: string | null): Promise<string[]> {
  if (!bookingId) return [];
  const [reported, sent] = await Promise.all([
    ctx.db
      .selectFrom("visitReportPhotos")
      .innerJoin("visitReports", "visitReports.id", "visitReportPhotos.reportId")
      .innerJoin("visits", "visits.id", "visitReports.visitId")
      .select("fileId")
      .where("visits.bookingId", "=", bookingId)
      .orderBy("visitReports.at", "desc")
      .orderBy("position")
      .execute(),
    ctx.db
      .selectFrom("bookingPhotos")
      .select("fileId")
      .where("bookingId", "=", bookingId)
      .orderBy("position")
      .execute(),
  ]);
  return [...reported, ...sent].map(({ fileId }) => fileId);
}
