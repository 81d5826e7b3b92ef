import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { DEFAULT_LOCALE, isLocale, type Locale } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { listLines } from "../../bookings/lines/lines.server";
import { linesInDocument } from "../../bookings/lines/lines-in-documents.server";
import type { BookingLineView } from "../../bookings/views";
import type { Discount } from "../../pricing/document-lines";
import { MAX_PHOTOS, type QuoteLine } from "../schema";
import "../../bookings/table";
import "../../catalogue/table";
import "../../technician-app/table";
import "../../pricing/table";
import "../../scheduling/table";

/** What a booking brings to a quote. */
export interface QuoteSource {
  customerId: string;
  propertyId: string;
  /** What the work is; null: it was an assessment, and the work is still to be named. */
  serviceId: string | null;
  language: string;
  title: string;
  /** What technicians wrote down at its visits, the last report first. */
  introduction: string;
  lines: QuoteLine[];
  /** What a contract pays of them. */
  discount: Discount;
  photoIds: string[];
}

const MAX_INTRODUCTION_LENGTH = 4000;

/** All that a booking knows for a quote, in its customer's language; null: there is no such booking. */
export async function loadQuoteSource(ctx: Ctx, bookingId: string): Promise<QuoteSource | null> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .innerJoin("services", (join) =>
      join.on((eb) => eb("services.id", "=", eb.fn.coalesce("bookings.trade_id", "bookings.service_id"))),
    )
    .select([
      "bookings.customer_id",
      "bookings.property_id",
      "bookings.language",
      "bookings.estimate_fils",
      "services.id as service_id",
      "services.name as service_name",
      "services.emergency",
    ])
    .where("bookings.id", "=", bookingId)
    .executeTakeFirst();
  if (!booking) return null;
  const notes = await ctx.db
    .selectFrom("visit_reports")
    .innerJoin("visits", "visits.id", "visit_reports.visit_id")
    .select("note")
    .where("visits.booking_id", "=", bookingId)
    .where("note", "<>", "")
    .orderBy("visit_reports.at", "desc")
    .execute();
  // What is free is an assessment: its name says nothing of the work that it found.
  const booked = await listLines(ctx, bookingId);
  const paidFils = booked.reduce((sum, { coveredFils }) => sum + coveredFils, 0);
  const isAssessment = booking.estimate_fils === 0 && paidFils === 0;
  const language = isLocale(booking.language) ? booking.language : DEFAULT_LOCALE;
  return {
    customerId: booking.customer_id,
    propertyId: booking.property_id,
    // Of an emergency whose trade nobody could tell, the work is still to be named, too.
    serviceId: isAssessment || booking.emergency ? null : booking.service_id,
    language,
    title: isAssessment ? inLocale(language, () => m.quote_title_assessed()) : booking.service_name,
    introduction: notes
      .map(({ note }) => note)
      .join("\n\n")
      .slice(0, MAX_INTRODUCTION_LENGTH),
    lines: isAssessment ? [] : linesOf(booked, language),
    discount: { kind: "amount", fils: paidFils },
    photoIds: (await listBookingPictures(ctx, bookingId)).slice(0, MAX_PHOTOS),
  };
}

/** At the prices that it was booked at; what is by survey has none yet. */
function linesOf(booked: readonly BookingLineView[], language: Locale): QuoteLine[] {
  const priced = booked.filter(({ unitFils }) => unitFils !== null);
  // What a contract pays is taken off the whole.
  return linesInDocument(priced, language).map((line) => ({
    section: "",
    optional: false,
    ...line,
    partContractId: null,
    discountFils: 0,
  }));
}

/** The pictures of a booking and of the reports of its visits: the reports' first, as they show what was found. */
export async function listBookingPictures(ctx: Ctx, bookingId: string | null): Promise<string[]> {
  if (!bookingId) return [];
  const [reported, sent] = await Promise.all([
    ctx.db
      .selectFrom("visit_report_photos")
      .innerJoin("visit_reports", "visit_reports.id", "visit_report_photos.report_id")
      .innerJoin("visits", "visits.id", "visit_reports.visit_id")
      .select("file_id")
      .where("visits.booking_id", "=", bookingId)
      .orderBy("visit_reports.at", "desc")
      .orderBy("position")
      .execute(),
    ctx.db
      .selectFrom("booking_photos")
      .select("file_id")
      .where("booking_id", "=", bookingId)
      .orderBy("position")
      .execute(),
  ]);
  return [...reported, ...sent].map(({ file_id }) => file_id);
}
