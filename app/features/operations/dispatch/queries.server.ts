import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { acceptsNoEmail } from "~/platform/mail/undeliverable.server";
import { addDays, addMinutes, dubaiDate, dubaiInstant } from "~/platform/time";
import { isPlanned, isUnderWay, remainingMinutes, type VisitState } from "../bookings/booking";
import { bookedServiceName, requiredSkills } from "../bookings/work/booked-service.server";
import { otherCrewNames, visitCrewSize } from "../scheduling/crew.server";
import { openVisitStates } from "../scheduling/days/visit-conflicts";
import { loadRoster } from "../scheduling/roster.server";
import { SUGGESTED_DAYS_AHEAD } from "../scheduling/suggest";
import { nextVisitStart } from "../scheduling/visit-time";
import {
  type ProposedReplacement,
  proposeReplacements,
  withoutTechnician,
} from "./reassignment/propose-replacements";
import type { PlannedVisit, VisitsWithin, VisitToReassign } from "./views";

/** `more` reports further visits. */
const MAX_VISITS = 50;

/** Visits ahead or under way that overlap the range; `end` null: open-ended. */
export const listVisitsWithin = query(
  "visits.plan",
  async function listVisitsWithin(
    ctx,
    { technicianId, start, end }: { technicianId: string; start: Date; end: Date | null },
  ): Promise<VisitsWithin> {
    const rows = await selectVisitsAhead(ctx, { technicianId, start, end })
      .limit(MAX_VISITS + 1)
      .execute();
    return { visits: rows.slice(0, MAX_VISITS).map(toPlannedVisit), hasMore: rows.length > MAX_VISITS };
  },
);

interface TechnicianVisitsQuery {
  technicianId: string;
  start: Date;
  /** Null if the end is open. */
  end: Date | null;
  /** Only visits that need one of these skills; the technician keeps working. */
  withoutSkills?: readonly string[];
  visitIds?: readonly string[];
}

/** Visits ahead or under way in the range, with replacements. */
export const listVisitsToReassign = query(
  "visits.plan",
  async function listVisitsToReassign(ctx, input: TechnicianVisitsQuery): Promise<VisitToReassign[]> {
    const { technicianId, withoutSkills, visitIds } = input;
    const visits = await selectVisitsAhead(ctx, input)
      .select([
        "bookings.version",
        "bookings.emergency",
        "bookings.contactEmail",
        "bookings.contactPhone",
        acceptsNoEmail("bookings.contactEmail").as("acceptsNoEmail"),
        "bookings.preferredTechnicianId",
        "bookings.state as bookingState",
        notifiesManually,
        requiredSkills,
        "services.outdoor",
        "visits.bufferMin",
        "visits.leadVisitId",
        visitCrewSize,
      ])
      .execute();
    const rows = visits.filter(
      ({ id, skills }) =>
        (!withoutSkills || skills.some((skill) => withoutSkills.includes(skill))) &&
        (!visitIds || visitIds.includes(id)),
    );
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return [];
    const [fullRoster, skills] = await Promise.all([
      loadRoster(ctx, {
        skills: [],
        from: earlierDay(dubaiDate(ctx.now), dubaiDate(first.startsAt)),
        to: addDays(dubaiDate(last.startsAt), SUGGESTED_DAYS_AHEAD),
        includeUnavailable: true,
      }),
      ctx.db.selectFrom("technicianSkills").select(["technicianId", "serviceId"]).execute(),
    ]);
    const remainingSkills = skills.filter(
      (skill) => skill.technicianId !== technicianId || !withoutSkills?.includes(skill.serviceId),
    );
    const skillsOf = Map.groupBy(remainingSkills, ({ technicianId }) => technicianId);
    const replacements = proposeReplacements(
      withoutSkills ? fullRoster : withoutTechnician(fullRoster, technicianId, input),
      new Map([...skillsOf].map(([id, rows]) => [id, new Set(rows.map(({ serviceId }) => serviceId))])),
      rows
        .filter((row) => isPlanned(row) || canHandOver(row))
        .map((row) => ({
          id: row.id,
          ...(isPlanned(row) ? { startsAt: row.startsAt, endsAt: row.endsAt } : remainingTime(row, ctx.now)),
          bufferMin: row.bufferMin,
          outdoor: row.outdoor,
          area: row.area,
          emergency: row.emergency,
          skills: row.skills,
          // Customers prefer lead technicians, not helpers.
          preferredTechnicianId: row.leadVisitId === null ? row.preferredTechnicianId : null,
          fixedTime: row.bookingState === "requested" || row.crewSize > 1,
        })),
      ctx.now,
    );
    return rows.map((row) => {
      const { choices, proposed } = replacements.get(row.id) ?? { choices: [], proposed: null };
      return {
        ...toPlannedVisit(row),
        version: row.version,
        isMovable: isPlanned(row),
        canHandOver: canHandOver(row),
        choices: choices.map(toReplacementView),
        proposed: proposed && toReplacementView(proposed),
        customerNotice: customerNoticeOf(row),
        phone: row.contactPhone,
        email: row.contactEmail,
        emergency: row.emergency,
      };
    });
  },
);

/** Helpers are replaced by the lead's new visit. */
function canHandOver(row: { state: VisitState; startsAt: Date; leadVisitId: string | null }): boolean {
  return isUnderWay(row) && row.leadVisitId === null;
}

/** Time of the visit that continues one under way. */
function remainingTime(visit: { state: VisitState; startsAt: Date; endsAt: Date }, now: Date) {
  const { day, time } = nextVisitStart(now);
  const startsAt = dubaiInstant(day, time);
  return { startsAt, endsAt: addMinutes(startsAt, remainingMinutes(visit, now)) };
}

/** The dispatcher sends this customer's notifications manually. */
const notifiesManually = sql<boolean>`EXISTS (
  SELECT FROM pending_visit_notifications WHERE visit_id = visits.id AND technician_id IS NULL AND manual
)`.as("manual");

function customerNoticeOf(row: {
  bookingState: string;
  contactEmail: string | null;
  acceptsNoEmail: boolean;
  leadVisitId: string | null;
  manual: boolean;
}): VisitToReassign["customerNotice"] {
  if (row.bookingState === "requested") return "unconfirmed";
  if (row.leadVisitId !== null) return "helper";
  if (row.manual) return "manual";
  return row.contactEmail && !row.acceptsNoEmail ? "email" : "phone";
}

function toReplacementView({ startsAt, ...choice }: ProposedReplacement) {
  return { ...choice, startsAt: startsAt.toISOString() };
}

function earlierDay(a: string, b: string): string {
  return a < b ? a : b;
}

/** In order of time. */
function selectVisitsAhead(
  ctx: Ctx,
  { technicianId, start, end }: { technicianId: string; start: Date; end: Date | null },
) {
  return selectTechnicianVisits(ctx, technicianId)
    .where("visits.state", "in", openVisitStates)
    .where((eb) =>
      eb.or([
        eb.and([
          eb("visits.endsAt", ">", ctx.now),
          sql<boolean>`visits.during && tstzrange(${start}, ${end}, '[)')`,
        ]),
        // Work under way may overrun its planned end.
        eb.and([
          eb("visits.state", "in", ["en_route", "on_site"]),
          sql<boolean>`tstzrange(${start}, ${end}, '[)') @> ${ctx.now}::timestamptz`,
        ]),
      ]),
    );
}

function toPlannedVisit(
  row: Awaited<ReturnType<ReturnType<typeof selectTechnicianVisits>["executeTakeFirstOrThrow"]>>,
): PlannedVisit {
  return {
    id: row.id,
    bookingId: row.bookingId,
    reference: row.reference,
    serviceName: row.serviceName,
    customerName: row.contactName,
    area: row.area,
    state: row.state,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  };
}

/** Calendar programs download the whole feed each time. */
const CALENDAR_DAYS_BEHIND = 30;
const MAX_CALENDAR_VISITS = 1_000;

/** Visits of the technician for the holder of a calendar link. */
export const listCalendarVisits = query("calendar-link.read", async function listCalendarVisits(ctx) {
  if (ctx.actor.role !== "calendar-holder") return [];
  return selectTechnicianVisits(ctx, ctx.actor.technicianId)
    .select(["bookings.contactPhone", "bookings.address", "bookings.message", "bookings.version"])
    .select(otherCrewNames)
    .where("visits.startsAt", ">", addMinutes(ctx.now, -CALENDAR_DAYS_BEHIND * 24 * 60))
    .limit(MAX_CALENDAR_VISITS)
    .execute();
});

function selectTechnicianVisits(ctx: Ctx, technicianId: string) {
  return ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .select([
      "visits.id",
      "visits.bookingId",
      "visits.state",
      "visits.startsAt",
      "visits.endsAt",
      "visits.arrivedAt",
      "visits.endedAt",
      "bookings.reference",
      "bookings.contactName",
      "bookings.area",
      bookedServiceName(),
    ])
    .where("visits.technicianId", "=", technicianId)
    .orderBy("visits.startsAt")
    .orderBy("visits.id");
}
