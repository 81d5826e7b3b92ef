import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { listFilesOf, type StoredFile } from "~/platform/files/files.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { bidiIsolate, localeOrDefault } from "~/platform/locale/locale";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import { readSettings } from "../../core/business/read-settings.server";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import { isPermitMissing } from "../access/access";
import { permitOf } from "../access/read-access.server";
import { accessOfBookings, findPermitFile } from "../bookings/access/read-access.server";
import { departureFor } from "../bookings/arrival-estimate/arrival-estimate";
import { estimateArrival, type VisitEnRoute } from "../bookings/arrival-estimate/arrival-estimate.server";
import type { VisitState } from "../bookings/booking";
import { findPhoto } from "../bookings/photos.server";
import { isActionableByTechnician } from "../bookings/policy";
import { bookedServiceName, bookedServiceNameForCustomer } from "../bookings/work/booked-service.server";
import { multiDayPosition, otherCrew } from "../scheduling/crew.server";
import { readPicture } from "../scheduling/technicians/picture.server";
import { isSignedInTechnician } from "../scheduling/technicians/signed-in-technician.server";
import { actualVisitInstants } from "../scheduling/visit-time";
import { lateReportKey } from "./late-reports.server";
import { paymentOf } from "./report-rows.server";
import type { BookingReports, LateReport, OwnVisit, VisitReport } from "./views";

/** The technician's visits of today and tomorrow, those in progress, and those that go on after midnight, by time. */
export const listOwnVisits = query(
  "visits.report",
  async function listOwnVisits(ctx, { secret }: Pick<Config, "secret">): Promise<OwnVisit[]> {
    const today = dubaiDate(ctx.now);
    const rows = await ownVisits(ctx)
      .innerJoin("services", "services.id", "bookings.serviceId")
      .select([
        "visits.arrivedAt",
        "visits.technicianId",
        "visits.departedAt",
        "visits.delayMin",
        "visits.area as visitArea",
        "bookings.reference",
        "bookings.version",
        "bookings.emergency",
        "bookings.contactName",
        "bookings.contactPhone",
        "bookings.address",
        "bookings.area",
        "bookings.message",
        bookedServiceName(),
        bookedServiceNameForCustomer(),
        customerLanguage,
        otherCrew,
        multiDayPosition,
        photosOf,
        linesOf(),
        notesOf,
      ])
      .where((eb) =>
        eb.or([
          eb.and([
            // The policy below selects those of yesterday that go on.
            eb("visits.startsAt", ">=", dubaiInstant(addDays(today, -1), "00:00")),
            eb("visits.startsAt", "<", dubaiInstant(addDays(today, 2), "00:00")),
          ]),
          eb("visits.state", "in", ["en_route", "on_site"]),
          // Also if it was begun on another day than planned.
          eb("visits.endedAt", ">=", dubaiInstant(today, "00:00")),
        ]),
      )
      .orderBy("visits.startsAt")
      .orderBy("visits.id")
      .execute();
    const visits = rows.filter((row) => isActionableByTechnician(row, ctx.now));
    const [reports, known, expected, departures] = await Promise.all([
      listReports(
        ctx,
        visits.map(({ id, leadVisitId }) => leadVisitId ?? id),
      ),
      accessOfBookings(
        ctx,
        visits.map(({ bookingId }) => bookingId),
      ),
      expectedAt(ctx, visits),
      departuresAt(ctx, visits),
    ]);
    return visits.map((row) => ({
      ...accessOf(row, known),
      id: row.id,
      reference: row.reference,
      version: row.version,
      // The query returns only these states.
      state: row.state as OwnVisit["state"],
      ...actualVisitInstants(row),
      serviceName: row.serviceName,
      emergency: row.emergency,
      customerName: row.contactName,
      phone: row.contactPhone,
      greeting: m.technician_whatsapp(
        { name: bidiIsolate(row.contactName), service: row.serviceNameForCustomer },
        { locale: localeOrDefault(row.customerLanguage) },
      ),
      address: placeInReaderLanguage(row.address),
      area: placeInReaderLanguage(row.area),
      message: row.message,
      photos: row.photos,
      lines: row.lines,
      notes: row.notes,
      isLead: row.leadVisitId === null,
      otherCrew: row.otherCrew,
      multiDayPosition: row.multiDayPosition,
      expectedAt: expected.get(row.id)?.toISOString() ?? null,
      leaveAt: departures.get(row.id)?.toISOString() ?? null,
      reports: reports.get(row.leadVisitId ?? row.id) ?? [],
      // Technicians see visits that are assigned to them only.
      lateReportKey: lateReportKey(secret, row.id, row.technicianId!),
    }));
  },
);

/** The signed-in technician as customers see them. */
export const findSignedInTechnician = query("visits.report", async function findSignedInTechnician(ctx) {
  const row = await ctx.db
    .selectFrom("technicians")
    .leftJoin("technicianPictures", "technicianPictures.technicianId", "technicians.id")
    .select(["technicians.id", "websiteConsentAt", "technicianPictures.id as pictureId"])
    .where(isSignedInTechnician(ctx))
    .executeTakeFirst();
  return row ?? null;
});

export const findOwnPicture = query(
  "visits.report",
  async function findOwnPicture(ctx, wanted: Parameters<typeof readPicture>[2]) {
    const technician = await findSignedInTechnician(ctx);
    return technician && readPicture(ctx, technician.id, wanted);
  },
);

/** Arrivals that customers expect, by visit on the way. */
async function expectedAt(
  ctx: Ctx,
  visits: readonly (Omit<VisitEnRoute, "area"> & { id: string; state: VisitState; visitArea: string })[],
): Promise<Map<string, Date>> {
  const known = new Map<string, Date>();
  for (const visit of visits.filter(({ state }) => state === "en_route")) {
    const arrival = await estimateArrival(ctx, { ...visit, area: visit.visitArea });
    if (arrival?.expectedAt) known.set(visit.id, arrival.expectedAt);
  }
  return known;
}

/** Times to leave for visits that have not begun, in the order of `visits`, which is that of their starts. */
async function departuresAt(
  ctx: Ctx,
  visits: readonly {
    id: string;
    technicianId: string | null;
    state: VisitState;
    startsAt: Date;
    visitArea: string;
    emergency: boolean;
  }[],
): Promise<Map<string, Date>> {
  const technicianId = visits[0]?.technicianId;
  if (!technicianId) return new Map();
  const [zones, { values }] = await Promise.all([
    ctx.db.selectFrom("technicianZones").select("area").where("technicianId", "=", technicianId).execute(),
    readSettings(ctx, "bookings"),
  ]);
  const known = new Map<string, Date>();
  for (const [index, { id, state, startsAt, visitArea: area, emergency }] of visits.entries()) {
    if (state !== "scheduled" || emergency) continue;
    const before = visits[index - 1];
    const isSameDay = before && dubaiDate(before.startsAt) === dubaiDate(startsAt);
    const leaveAt = departureFor({
      ...{ startsAt, area, areaBefore: isSameDay ? before.visitArea : null },
      ...{ zones: zones.map((zone) => zone.area), defaultMin: values.defaultTravelMinutes },
    });
    known.set(id, leaveAt);
  }
  return known;
}

/** Every booking has a property with access details. */
function accessOf(
  row: { bookingId: string; startsAt: Date },
  known: Awaited<ReturnType<typeof accessOfBookings>>,
): Pick<OwnVisit, "access" | "permitMissing"> {
  const { access } = known.get(row.bookingId)!;
  return { access, permitMissing: isPermitMissing(permitOf(access), dubaiDate(row.startsAt)) };
}

/** File of a listed visit: customer photo, report photo, voice message or permit. */
export const findVisitPhoto = query(
  "visits.report",
  async function findVisitPhoto(ctx, visitId: string, photoId: string): Promise<StoredFile | null> {
    const visit = await ownVisits(ctx).where("visits.id", "=", visitId).executeTakeFirst();
    if (!visit || !isActionableByTechnician(visit, ctx.now)) return null;
    const reported = await listFilesOf(ctx, visit.leadVisitId ?? visit.id);
    const found =
      reported.find(({ id }) => id === photoId) ?? (await findPhoto(ctx, visit.bookingId, photoId));
    return found ?? findPermitFile(ctx, visit.bookingId, photoId);
  },
);

/** Reports of a booking's visits, by time. */
export const listBookingReports = query(
  "bookings.read",
  async function listBookingReports(ctx, bookingId: string): Promise<BookingReports["reports"]> {
    const rows = await reportRows(ctx).where("visits.bookingId", "=", bookingId).execute();
    return rows.map((row) => ({ ...reportOf(row), technicianName: row.technicianName }));
  },
);

/** Late reports of a booking's visits, newest first. */
export const listLateReports = query(
  "bookings.read",
  async function listLateReports(ctx, bookingId: string): Promise<LateReport[]> {
    const rows = await ctx.db
      .selectFrom("lateReports")
      .innerJoin("visits", "visits.id", "lateReports.visitId")
      .innerJoin("technicians", "technicians.id", "lateReports.technicianId")
      .selectAll("lateReports")
      .select([
        "technicians.name as technicianName",
        sql<
          ReportPhoto[]
        >`(SELECT coalesce(json_agg(json_build_object('id', file_id, 'beforeWork', before_work) ORDER BY position), '[]')
          FROM late_report_photos WHERE report_id = late_reports.id)`.as("photos"),
      ])
      .where("visits.bookingId", "=", bookingId)
      .orderBy("receivedAt", "desc")
      .orderBy("lateReports.id")
      .execute();
    return rows.map((row) => ({
      id: row.id,
      technicianName: row.technicianName,
      transition: row.transition,
      reason: row.reason,
      continueOn: row.continueOn,
      note: row.note,
      recordingId: row.recordingId,
      readings: row.readings,
      parts: row.parts,
      payment: paymentOf(row),
      photos: row.photos,
      signature: row.signatureId && row.signedBy ? { id: row.signatureId, signedBy: row.signedBy } : null,
      at: row.tappedAt.toISOString(),
      receivedAt: row.receivedAt.toISOString(),
      accepted: row.accepted,
    }));
  },
);

function ownVisits(ctx: Ctx) {
  return ctx.db
    .selectFrom("visits")
    .innerJoin("technicians", "technicians.id", "visits.technicianId")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .select(["visits.id", "visits.bookingId", "visits.state", "visits.startsAt", "visits.leadVisitId"])
    .select(["visits.endsAt", "visits.endedAt"])
    .where(isSignedInTechnician(ctx));
}

const photosOf = sql<
  { id: string }[]
>`(SELECT coalesce(json_agg(json_build_object('id', file_id) ORDER BY position), '[]')
  FROM booking_photos WHERE booking_id = bookings.id)`.as("photos");

const customerLanguage = sql<string>`language_of_customer(bookings.customer_id)`.as("customerLanguage");

/** A line has the name in the language of the person who booked. */
const linesOf = () =>
  sql<OwnVisit["lines"]>`(SELECT coalesce(json_agg(json_build_object(
      'name', CASE WHEN line.name IN (prices.name, prices.name_ar) THEN ${textInReaderLanguage("prices.name")} ELSE line.name END,
      'mode', line.mode, 'quantity', quantity) ORDER BY line.position), '[]')
    FROM booking_lines AS line LEFT JOIN prices ON prices.id = line.price_id
    WHERE booking_id = bookings.id AND kind = 'work')`.as("lines");

/** SQL: notes of customer and booking, without erased ones. */
const notesOf = sql<string[]>`(SELECT coalesce(json_agg(text ORDER BY of_booking, id), '[]') FROM (
  SELECT false AS of_booking, id, text FROM customer_notes
    WHERE customer_id = bookings.customer_id AND for_technician
  UNION ALL
  SELECT true, id, reason FROM timeline_entries
    WHERE booking_id = bookings.id AND event = 'note' AND detail @> '{"forTechnician": true}' AND reason IS NOT NULL
  ) AS notes)`.as("notes");

async function listReports(ctx: Ctx, visitIds: string[]): Promise<Map<string, VisitReport[]>> {
  if (visitIds.length === 0) return new Map();
  const rows = await reportRows(ctx).where("visitReports.visitId", "in", visitIds).execute();
  const byVisit = Map.groupBy(rows, (row) => row.visitId);
  return new Map([...byVisit].map(([id, rows]) => [id, rows.map(reportOf)]));
}

function reportRows(ctx: Ctx) {
  return ctx.db
    .selectFrom("visitReports")
    .innerJoin("visits", "visits.id", "visitReports.visitId")
    .innerJoin("technicians", "technicians.id", "visitReports.technicianId")
    .selectAll("visitReports")
    .select([
      "technicians.name as technicianName",
      sql<
        ReportPhoto[]
      >`(SELECT coalesce(json_agg(json_build_object('id', file_id, 'beforeWork', before_work) ORDER BY position), '[]')
        FROM visit_report_photos WHERE report_id = visit_reports.id)`.as("photos"),
    ])
    .orderBy("visitReports.at")
    .orderBy("visitReports.id");
}

type ReportPhoto = VisitReport["photos"][number];
type ReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>["execute"]>>[number];

function reportOf(row: ReportRow): VisitReport {
  return {
    id: row.id,
    transition: row.transition,
    note: row.note,
    recordingId: row.recordingId,
    readings: row.readings,
    parts: row.parts,
    payment: paymentOf(row),
    at: row.at.toISOString(),
    photos: row.photos,
    signature: row.signatureId && row.signedBy ? { id: row.signatureId, signedBy: row.signedBy } : null,
  };
}
