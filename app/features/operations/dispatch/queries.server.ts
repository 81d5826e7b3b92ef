import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { addDays, addMinutes, dubaiDate } from "~/platform/time";
import { isPlanned } from "../bookings/booking";
import { bookedServiceName, requiredSkills } from "../bookings/work/booked-service.server";
import { otherCrewNames, visitCrewSize } from "../scheduling/crew.server";
import { openVisitStates } from "../scheduling/days/visit-conflicts";
import { loadRoster } from "../scheduling/roster.server";
import { SUGGESTED_DAYS_AHEAD } from "../scheduling/suggest";
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

/** Visits ahead or under way in the range, with replacements for those not yet under way. */
export const listVisitsToReassign = query(
  "visits.plan",
  async function listVisitsToReassign(ctx, input: TechnicianVisitsQuery): Promise<VisitToReassign[]> {
    const { technicianId, withoutSkills, visitIds } = input;
    const visits = await selectVisitsAhead(ctx, input)
      .select([
        "bookings.version",
        "bookings.emergency",
        "bookings.contact_email",
        "bookings.contact_phone",
        "bookings.preferred_technician_id",
        "bookings.state as booking_state",
        notifiesManually,
        requiredSkills,
        "services.outdoor",
        "visits.buffer_min",
        "visits.lead_visit_id",
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
        from: earlierDay(dubaiDate(ctx.now), dubaiDate(first.starts_at)),
        to: addDays(dubaiDate(last.starts_at), SUGGESTED_DAYS_AHEAD),
        includeUnavailable: true,
      }),
      ctx.db.selectFrom("technician_skills").select(["technician_id", "service_id"]).execute(),
    ]);
    const remainingSkills = skills.filter(
      (skill) => skill.technician_id !== technicianId || !withoutSkills?.includes(skill.service_id),
    );
    const skillsOf = Map.groupBy(remainingSkills, ({ technician_id }) => technician_id);
    const replacements = proposeReplacements(
      withoutSkills ? fullRoster : withoutTechnician(fullRoster, technicianId, input),
      new Map([...skillsOf].map(([id, rows]) => [id, new Set(rows.map(({ service_id }) => service_id))])),
      rows.filter(isPlanned).map((row) => ({
        id: row.id,
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        bufferMin: row.buffer_min,
        outdoor: row.outdoor,
        area: row.area,
        emergency: row.emergency,
        skills: row.skills,
        // Customers prefer lead technicians, not helpers.
        preferredTechnicianId: row.lead_visit_id === null ? row.preferred_technician_id : null,
        fixedTime: row.booking_state === "requested" || row.crew_size > 1,
      })),
      ctx.now,
    );
    return rows.map((row) => {
      const { choices, proposed } = replacements.get(row.id) ?? { choices: [], proposed: null };
      return {
        ...toPlannedVisit(row),
        version: row.version,
        isMovable: isPlanned(row),
        choices: choices.map(toReplacementView),
        proposed: proposed && toReplacementView(proposed),
        customerNotice: customerNoticeOf(row),
        phone: row.contact_phone,
      };
    });
  },
);

/** The dispatcher sends this customer's notifications manually. */
const notifiesManually = sql<boolean>`EXISTS (
  SELECT FROM pending_visit_notifications WHERE visit_id = visits.id AND technician_id IS NULL AND manual
)`.as("manual");

function customerNoticeOf(row: {
  booking_state: string;
  contact_email: string | null;
  lead_visit_id: string | null;
  manual: boolean;
}): VisitToReassign["customerNotice"] {
  if (row.booking_state === "requested") return "unconfirmed";
  if (row.lead_visit_id !== null) return "helper";
  if (row.manual) return "manual";
  return row.contact_email ? "email" : "phone";
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
    .where("visits.ends_at", ">", ctx.now)
    .where(sql<boolean>`visits.during && tstzrange(${start}, ${end}, '[)')`);
}

function toPlannedVisit(
  row: Awaited<ReturnType<ReturnType<typeof selectTechnicianVisits>["executeTakeFirstOrThrow"]>>,
): PlannedVisit {
  return {
    id: row.id,
    bookingId: row.booking_id,
    reference: row.reference,
    serviceName: row.service_name,
    customerName: row.contact_name,
    area: row.area,
    state: row.state,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
  };
}

/** Calendar programs download the whole feed each time. */
const CALENDAR_DAYS_BEHIND = 30;
const MAX_CALENDAR_VISITS = 1_000;

/** For the holder of a calendar link. */
export const listCalendarVisits = query("calendar-link.read", async function listCalendarVisits(ctx) {
  if (ctx.actor.role !== "calendar-holder") return [];
  return selectTechnicianVisits(ctx, ctx.actor.technicianId)
    .select(["bookings.contact_phone", "bookings.address", "bookings.message", "bookings.version"])
    .select(otherCrewNames)
    .where("visits.starts_at", ">", addMinutes(ctx.now, -CALENDAR_DAYS_BEHIND * 24 * 60))
    .limit(MAX_CALENDAR_VISITS)
    .execute();
});

function selectTechnicianVisits(ctx: Ctx, technicianId: string) {
  return ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .innerJoin("services", "services.id", "bookings.service_id")
    .select([
      "visits.id",
      "visits.booking_id",
      "visits.state",
      "visits.starts_at",
      "visits.ends_at",
      "visits.arrived_at",
      "visits.ended_at",
      "bookings.reference",
      "bookings.contact_name",
      "bookings.area",
      bookedServiceName,
    ])
    .where("visits.technician_id", "=", technicianId)
    .orderBy("visits.starts_at")
    .orderBy("visits.id");
}
