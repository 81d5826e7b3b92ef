import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { addDays, addMinutes, dubaiDate, dubaiInstant } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import { visitMinutes } from "../../../core/pricing/work-time";
import { isPermitMissing } from "../../access/access";
import { permitsOfBookings } from "../../bookings/access/read-access.server";
import { hasExpiredHold, isUnderWay, type VisitState } from "../../bookings/booking";
import { preferredTechnicianColumn } from "../../bookings/preferred-technician.server";
import { responseDueAt } from "../../bookings/response-targets/response-due.server";
import { isMissedDay, isUnassigned, needsTechnician } from "../../bookings/visits/unassigned.server";
import { bookedServiceName, requiredSkills, tradeName } from "../../bookings/work/booked-service.server";
import { underContract } from "../../bookings/work/under-contract.server";
import { bookingRecurrence } from "../../recurring-bookings/booking-recurrence.server";
import { multiDayPosition, otherCrewNames, visitCrewSize } from "../../scheduling/crew.server";
import { closedTimes } from "../../scheduling/days/closed-times";
import { holidayInReaderLanguage } from "../../scheduling/days/holiday-names";
import { delayedUntil, findCurrentConflicts } from "../../scheduling/days/visit-conflicts";
import { type IdentifiedVisit, loadRosterWithVisitIds, loadShifts } from "../../scheduling/roster.server";
import { type Interval, middayBreakOn, type Roster } from "../../scheduling/slots";
import { type EmploymentPeriod, isEmployedOn } from "../../scheduling/technicians/employment";
import { listEmployment } from "../../scheduling/technicians/employment.server";
import { pictureIds } from "../../scheduling/technicians/picture.server";
import { effectiveVisitInstants, effectiveVisitTime, type VisitTimes } from "../../scheduling/visit-time";
import type { Board, BoardDay, BoardVisit, BoardWork, HeldRequest, MonthDay, UnassignedWork } from "../views";
import { computeLoad } from "./board-fit";
import { DAY_MIN } from "./board-time";
import { capacityOf, totalCapacity } from "./capacity";

/** Emergencies and the longest waiting come first. */
const MAX_UNASSIGNED = 200;

/** Board of the days `from` to `to` (Asia/Dubai). */
export const getBoard = query(
  "visits.plan",
  async function getBoard(ctx, from: string, to: string): Promise<Board> {
    const [roster, skills, holidays, visits, unassigned, requests, pictures, trades, settings, employment] =
      await Promise.all([
        loadRosterWithVisitIds(ctx, { skills: [], from, to, includeUnavailable: true }),
        ctx.db.selectFrom("technicianSkills").select(["technicianId", "serviceId"]).execute(),
        listHolidays(ctx, from, to),
        listBoardVisits(ctx, from, to),
        listUnassigned(ctx),
        listRequests(ctx),
        pictureIds(ctx),
        ctx.db.selectFrom("services").select(["id", "outdoor", "bufferMin"]).execute(),
        readSettings(ctx, "bookings"),
        listEmployment(ctx, from, to),
      ]);
    const days = daysFrom(from, to);
    const isWorking = workingCheck(employment, ctx.now);
    const skillsOf = Map.groupBy(skills, ({ technicianId }) => technicianId);
    const byId = new Map(roster.technicians.map((technician) => [technician.id, technician]));
    const isPlannedAhead = ({ state, endsAt }: { state: string; endsAt: string }) =>
      (state === "held" || state === "scheduled") && new Date(endsAt) > ctx.now;
    const permits = await permitsOfBookings(
      ctx,
      [...visits.filter(isPlannedAhead), ...unassigned, ...requests].map(({ bookingId }) => bookingId),
    );
    /** A permit must cover the visit's day; today if none is fixed or the day is past. */
    function withPermit<Work extends { bookingId: string; startsAt: string | null }>(work: Work) {
      const permit = permits.get(work.bookingId);
      const startsAt = new Date(work.startsAt ?? ctx.now);
      const day = dubaiDate(startsAt > ctx.now ? startsAt : ctx.now);
      return { ...work, permitMissing: permit ? isPermitMissing(permit, day) : false };
    }
    const busyTimeOf = new Map(
      roster.technicians.flatMap(({ visits }) => visits.map((technician) => [technician.id, technician])),
    );
    const visitsWithPermits = visits.map((planned) => {
      const visit = { ...planned, actualTime: actualBusyTime(planned, busyTimeOf.get(planned.id)) };
      const technician = byId.get(visit.technicianId);
      const times = { startsAt: new Date(visit.startsAt), endsAt: new Date(visit.endsAt) };
      if (!isPlannedAhead(visit))
        return { ...visit, permitMissing: false, conflicts: [], delayedUntil: null };
      if (!technician) return { ...withPermit(visit), conflicts: [], delayedUntil: null };
      const trained = (skillsOf.get(technician.id) ?? []).map(({ serviceId }) => serviceId);
      const skilled = visit.skills.every((skill) => trained.includes(skill));
      return {
        ...withPermit(visit),
        conflicts: findCurrentConflicts(technician, roster, { ...visit, ...times, skilled }, ctx.now),
        delayedUntil: delayedUntil(technician, times)?.toISOString() ?? null,
      };
    });
    const busy = new Set(visits.map(({ technicianId }) => technicianId));
    const technicians = roster.technicians.filter(
      (technician) =>
        technician.active || busy.has(technician.id) || days.some((day) => isWorking(technician, day)),
    );
    const shown = new Set(visits.map(({ id }) => id));
    const firstMoment = dubaiInstant(from, "00:00").getTime();
    const lastMoment = dubaiInstant(addDays(to, 2), "00:00").getTime();
    const within = ({ start, end }: Interval) => ({
      startsAt: new Date(Math.max(start, firstMoment)).toISOString(),
      endsAt: new Date(Math.min(end, lastMoment)).toISOString(),
    });
    return {
      days: days.map((day) => boardDayOf({ ...roster, technicians }, { day, holidays, isWorking })),
      holidays: [...roster.holidays].map(([day, name]) => ({ day, name })),
      shorterDays: [...roster.shorterDays].map(([day, shorterByMin]) => ({ day, shorterByMin })),
      technicians: technicians.map((technician) => {
        const { id, name, active, zones, certifiedUntil, shifts } = technician;
        return {
          ...{ id, name, active, zones, certifiedUntil, shifts },
          pictureId: pictures.get(id) ?? null,
          skills: (skillsOf.get(id) ?? []).map(({ serviceId }) => serviceId),
          timeOff: technician.timeOff.map(within),
          onCall: technician.onCall.map(within),
          surroundingVisits: visitsNextTo(
            technician.visits.filter((visit) => !shown.has(visit.id)),
            { start: firstMoment, end: dubaiInstant(addDays(to, 1), "00:00").getTime() },
          ).map((visit) => ({ ...instantsOf(visit), crewVisitId: visit.crewVisitId })),
        };
      }),
      trades,
      latenessGraceMin: settings.values.latenessGraceMinutes,
      visits: visitsWithPermits,
      unassigned: unassigned.slice(0, MAX_UNASSIGNED).map(withPermit),
      moreUnassigned: unassigned.length > MAX_UNASSIGNED,
      requests: requests.map(withPermit),
    };
  },
);

/** Longer than the travel between any two areas, in milliseconds. */
const MAX_TRAVEL_MS = 4 * 60 * 60_000;

/**
 * Visits that placements in the range can reach: work that runs past its end meets the first visit after it first, and
 * only travel can reach further.
 */
function visitsNextTo(visits: readonly IdentifiedVisit[], range: Interval): IdentifiedVisit[] {
  const firstAfter = Math.min(...visits.map(({ start }) => start).filter((start) => start >= range.end));
  return visits.filter(
    ({ start, end }) =>
      end > range.start - MAX_TRAVEL_MS && start <= Math.max(range.end, firstAfter + MAX_TRAVEL_MS),
  );
}

function instantsOf({ start, workEnd, end, area }: IdentifiedVisit) {
  const instant = (millis: number) => new Date(millis).toISOString();
  return { startsAt: instant(start), workEndsAt: instant(workEnd), endsAt: instant(end), area };
}

/** Null if as planned. */
function actualBusyTime(
  { startsAt, endsAt, bufferMin, area }: Pick<BoardVisit, "startsAt" | "endsAt" | "bufferMin" | "area">,
  visit: IdentifiedVisit | undefined,
): BoardVisit["actualTime"] {
  const isAsPlanned =
    !visit ||
    (visit.start === Date.parse(startsAt) &&
      visit.workEnd === Date.parse(endsAt) &&
      visit.end === visit.workEnd + bufferMin * 60_000 &&
      visit.area === area);
  return isAsPlanned ? null : instantsOf(visit);
}

export const listMonth = query(
  "visits.plan",
  async function listMonth(ctx, from: string, to: string): Promise<MonthDay[]> {
    const [roster, skills, holidays, planned, employment] = await Promise.all([
      loadShifts(ctx, { skills: [], from, to, includeUnavailable: true }),
      ctx.db.selectFrom("technicianSkills").select(["technicianId", "serviceId"]).execute(),
      listHolidays(ctx, from, to),
      sumMonth(ctx, from, to),
      listEmployment(ctx, from, to),
    ]);
    const isWorking = workingCheck(employment, ctx.now);
    const skillsOf = Map.groupBy(skills, ({ technicianId }) => technicianId);
    const byDay = Map.groupBy(planned, ({ nth }) => nth);
    return daysFrom(from, to).map((day, nth) => {
      const sums = byDay.get(nth) ?? [];
      const rows = sums.filter(({ technicianId }) => technicianId !== null);
      const work = sums.flatMap(({ trade, minutes }) => (trade === null ? [] : { trade, minutes }));
      const minutesOf = new Map(rows.map(({ technicianId, minutes }) => [technicianId, minutes]));
      const workingDays = roster.technicians
        .filter((technician) => isWorking(technician, day) || minutesOf.has(technician.id))
        .map((technician) => ({
          skills: (skillsOf.get(technician.id) ?? []).map(({ serviceId }) => serviceId),
          bookedMin: minutesOf.get(technician.id) ?? 0,
          shiftMin: isWorking(technician, day)
            ? computeLoad([], closedTimes(technician, roster, day)).shiftMin
            : 0,
        }));
      return {
        day,
        visits: rows.reduce((sum, { visits }) => sum + visits, 0),
        technicians: minutesOf.size,
        holiday: holidayOf(holidays, day),
        trades: capacityOf(workingDays, work),
        total: totalCapacity(workingDays),
      };
    });
  },
);

interface SumOfDay {
  /** Day index from `from`. */
  nth: number;
  technicianId: string | null;
  trade: string | null;
  visits: number;
  minutes: number;
}

/**
 * Per technician and per trade in one index-only scan; grouping by both would return many times the rows.
 * Counts each visit once and the time of its whole crew.
 */
async function sumMonth(ctx: Ctx, from: string, to: string): Promise<SumOfDay[]> {
  const start = dubaiInstant(from, "00:00");
  // Epoch division, because Dubai days have 24 hours and date casts or extract() are slower.
  const { rows } = await sql<SumOfDay>`
    SELECT nth, technician_id, trade, count(*) FILTER (WHERE lead_visit_id IS NULL)::int AS visits,
      round(sum(seconds) / 60)::int AS minutes
    FROM visits, LATERAL (SELECT floor(date_part('epoch', starts_at - ${start}::timestamptz) / 86400)::int AS nth,
      date_part('epoch', ends_at - starts_at) AS seconds) AS dated
    WHERE live AND technician_id IS NOT NULL
      AND starts_at >= ${start} AND starts_at < ${dubaiInstant(addDays(to, 1), "00:00")}
    GROUP BY GROUPING SETS ((nth, technician_id), (nth, trade))`.execute(ctx.db);
  return rows;
}

interface Holiday {
  day: string;
  name: string;
  tentative: boolean;
  open: boolean;
}

function listHolidays(ctx: Ctx, from: string, to: string): Promise<Holiday[]> {
  return ctx.db
    .selectFrom("publicHolidays")
    .select(["day", "name", "tentative", "open"])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
}

function holidayOf(holidays: readonly Holiday[], day: string): BoardDay["holiday"] {
  const holiday = holidays.find((technician) => technician.day === day);
  if (!holiday) return null;
  const { name, tentative, open } = holiday;
  return { name: holidayInReaderLanguage(name), tentative, open };
}

function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

const allDayOff = { fromMin: 0, toMin: DAY_MIN, reason: "off-shift" as const };

type WorkingCheck = (technician: { id: string; active: boolean }, day: string) => boolean;

/** Past days: employed then. Other days: active. */
function workingCheck(employment: readonly EmploymentPeriod[], now: Date): WorkingCheck {
  const today = dubaiDate(now);
  const periods = Map.groupBy(employment, ({ technicianId }) => technicianId);
  return ({ id, active }, day) => (day >= today ? active : isEmployedOn(periods.get(id) ?? [], day));
}

function boardDayOf(
  roster: Roster,
  { day, holidays, isWorking }: { day: string; holidays: readonly Holiday[]; isWorking: WorkingCheck },
): BoardDay {
  return {
    day,
    holiday: holidayOf(holidays, day),
    middayBreak: middayBreakOn(day),
    closed: Object.fromEntries(
      roster.technicians.map((technician) => [
        technician.id,
        isWorking(technician, day) ? closedTimes(technician, roster, day) : [allDayOff],
      ]),
    ),
  };
}

/** Column for queries on `bookings` and `visits`. */
const notificationPending = sql<boolean>`visits.state IN ('held', 'scheduled') AND (
  EXISTS (SELECT FROM pending_correction_notifications WHERE pending_correction_notifications.booking_id = bookings.id)
  OR EXISTS (SELECT FROM pending_visit_notifications WHERE pending_visit_notifications.visit_id = visits.id AND pending_visit_notifications.technician_id IS NULL AND NOT queued))`.as(
  "notificationPending",
);

/** Columns in the reader's language for queries on `bookings`, left joined to `visits` and `guest_holds`. */
const workColumns = () =>
  [
    ...(["bookings.version", "bookings.reference", "bookings.serviceId", "bookings.emergency"] as const),
    ...([
      "bookings.contactName",
      "bookings.area",
      "bookings.state as bookingState",
      "bookings.crewSize as workCrewSize",
    ] as const),
    ...([
      requiredSkills,
      bookedServiceName(),
      tradeName(),
      preferredTechnicianColumn,
      bookingRecurrence,
      underContract,
    ] as const),
    ...([otherCrewNames, visitCrewSize, multiDayPosition, notificationPending] as const),
    "guestHolds.endsAt as heldUntil",
    "services.outdoor",
    sql<number>`coalesce(bookings.buffer_min, services.buffer_min)`.as("newBufferMin"),
  ] as const;

type WorkRow = Pick<
  Awaited<ReturnType<typeof selectWork>>[number],
  | ("version" | "reference" | "serviceId" | "emergency" | "contactName" | "area" | "bookingState")
  | ("skills" | "serviceName" | "tradeName" | "preferredTechnician" | "recurrence" | "underContract")
  | (
      | "otherCrewNames"
      | "crewSize"
      | "workCrewSize"
      | "multiDayPosition"
      | "notificationPending"
      | "heldUntil"
    )
  | ("outdoor" | "newBufferMin")
>;

function workOf(bookingId: string, row: WorkRow): Omit<BoardWork, "permitMissing"> {
  return {
    bookingId,
    version: row.version,
    reference: row.reference,
    serviceId: row.serviceId,
    skills: row.skills,
    serviceName: row.serviceName,
    tradeName: row.tradeName,
    emergency: row.emergency,
    outdoor: row.outdoor,
    newBufferMin: row.newBufferMin,
    customerName: row.contactName,
    area: row.area,
    bookingState: row.bookingState,
    multiDayPosition: row.multiDayPosition,
    otherCrewNames: row.otherCrewNames,
    missingHelpers: Math.max(0, (row.crewSize ?? row.workCrewSize) - 1 - row.otherCrewNames.length),
    recurrence: row.recurrence,
    underContract: row.underContract,
    preferredTechnician: row.preferredTechnician,
    notificationPending: row.notificationPending ?? false,
    heldUntil: row.heldUntil?.toISOString() ?? null,
  };
}

/** Found by the state of the booking, because visits have no index by state. */
const isUnderWayOnAnyDay = sql<boolean>`(visits.state IN ('en_route', 'on_site')
  AND visits.booking_id = ANY(ARRAY(SELECT id FROM bookings WHERE state IN ('en_route', 'on_site'))))`;

/** Without conflicts, which depend on the roster. Today's board includes visits under way of other days. */
async function listBoardVisits(
  ctx: Ctx,
  from: string,
  to: string,
): Promise<Omit<BoardVisit, "conflicts" | "delayedUntil" | "permitMissing" | "actualTime">[]> {
  const start = dubaiInstant(from, "00:00");
  const end = dubaiInstant(addDays(to, 1), "00:00");
  const today = dubaiDate(ctx.now);
  const includesToday = from <= today && today <= to;
  const rows = await ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .leftJoin("guestHolds", "guestHolds.visitId", "visits.id")
    .select(workColumns())
    .select([
      "visits.id",
      "visits.bookingId",
      "visits.state",
      "visits.technicianId",
      "visits.startsAt",
      "visits.endsAt",
      "visits.arrivedAt",
      "visits.endedAt",
      "visits.bufferMin",
      "visits.leadVisitId",
    ])
    .where("visits.live", "=", true)
    .where("visits.technicianId", "is not", null)
    .where((eb) =>
      eb.or([
        // Visits last at most a day, so one of the day before may reach in.
        eb.between("visits.startsAt", dubaiInstant(addDays(from, -1), "00:00"), end),
        // Finished on another day than planned.
        eb.between("visits.endedAt", start, addMinutes(end, 24 * 60)),
        ...(includesToday ? [isUnderWayOnAnyDay] : []),
      ]),
    )
    .orderBy("visits.startsAt")
    .orderBy("visits.id")
    .execute();
  const isInRange = (row: VisitTimes & { state: VisitState }) => {
    const { startsAt, endsAt } = effectiveVisitTime(row);
    return (startsAt < end && endsAt > start) || (includesToday && isUnderWay(row));
  };
  return rows.filter(isInRange).map((row) => ({
    ...workOf(row.bookingId, row),
    id: row.id,
    state: row.state,
    technicianId: row.technicianId!,
    leadVisitId: row.leadVisitId,
    ...effectiveVisitInstants(row),
    // No buffer after finished work.
    bufferMin: row.endedAt ? 0 : row.bufferMin,
  }));
}

/** Order: emergencies, earliest agreed or preferred time, longest waiting. */
async function listUnassigned(ctx: Ctx) {
  const first = selectFirstWork(ctx, "is").where((eb) =>
    eb.or([eb.and([eb("bookings.state", "=", "requested"), isUnassigned]), needsTechnician]),
  );
  return (await selectWork(ctx, first)).map(toUnassignedWork);
}

async function listRequests(ctx: Ctx) {
  const first = selectFirstWork(ctx, "is not")
    .where("bookings.state", "=", "requested")
    .where("held.id", "is not", null);
  const requests = (await selectWork(ctx, first)).map((row) => ({
    ...toUnassignedWork(row),
    visitId: row.visitId,
    startsAt: row.startsAt?.toISOString(),
    technicianId: row.technicianId,
    technicianName: row.technicianName,
  }));
  return requests as Omit<HeldRequest, "permitMissing">[];
}

/** Ids and order only, because the limit drops most rows before the wide joins. */
function selectFirstWork(ctx: Ctx, technician: "is" | "is not") {
  const held = ctx.db
    .selectFrom("visits")
    .distinctOn("bookingId")
    .select(["id", "bookingId", "startsAt"])
    .where("state", "=", "held")
    .where("leadVisitId", "is", null)
    .where("technicianId", technician, null)
    .orderBy("bookingId")
    .orderBy("startsAt")
    .as("held");
  const missed = ctx.db
    .selectFrom("visits as missed")
    .distinctOn("missed.bookingId")
    .select(["missed.id", "missed.bookingId", "missed.startsAt"])
    .where(isMissedDay)
    .orderBy("missed.bookingId")
    .orderBy("missed.startsAt")
    .as("missed");
  return ctx.db
    .selectFrom("bookings")
    .leftJoin(held, "held.bookingId", "bookings.id")
    .leftJoin(missed, (join) =>
      join.onRef("missed.bookingId", "=", "bookings.id").on("bookings.state", "<>", "on_hold"),
    )
    .select((eb) => [
      "bookings.id",
      "held.id as visitId",
      // A held time is assigned first.
      sql<string | null>`CASE WHEN held.id IS NULL THEN missed.id END`.as("missedVisitId"),
      eb.fn
        .coalesce(
          "held.startsAt",
          "missed.startsAt",
          // The preferred time of work on hold has passed.
          sql<Date | null>`(CASE WHEN bookings.state = 'on_hold' THEN bookings.continue_on + time '08:00'
            ELSE bookings.preferred_date + coalesce(bookings.preferred_time, '08:00') END) AT TIME ZONE 'Asia/Dubai'`,
        )
        .as("startsAt"),
    ])
    .orderBy("bookings.emergency", "desc")
    .orderBy("startsAt")
    .orderBy("bookings.requestedAt")
    .orderBy("bookings.id")
    .limit(MAX_UNASSIGNED + 1);
}

function selectWork(ctx: Ctx, first: ReturnType<typeof selectFirstWork>) {
  return ctx.db
    .selectFrom(first.as("first"))
    .innerJoin("bookings", "bookings.id", "first.id")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .leftJoin("visits", "visits.id", "first.visitId")
    .leftJoin("visits as missed", "missed.id", "first.missedVisitId")
    .leftJoin("technicians", "technicians.id", "visits.technicianId")
    .leftJoin("guestHolds", "guestHolds.visitId", "visits.id")
    .select(workColumns())
    .select((eb) => [
      "bookings.id",
      "bookings.requestedAt",
      "bookings.preferredTime",
      "bookings.holdExpiredAt",
      "bookings.continueOn",
      eb.fn.coalesce("bookings.durationMin", "services.durationMin").as("durationMin"),
      "visits.id as visitId",
      "visits.endsAt",
      "visits.technicianId",
      "technicians.name as technicianName",
      "first.startsAt",
      "missed.startsAt as missedStartsAt",
      "missed.endsAt as missedEndsAt",
      "missed.crewSize as missedCrewSize",
      responseDueAt.as("dueAt"),
      eb
        .selectFrom("timelineEntries")
        .select("reason")
        .whereRef("timelineEntries.bookingId", "=", "bookings.id")
        .where("event", "=", "hold")
        .where("bookings.state", "=", "on_hold")
        .orderBy("timelineEntries.id", "desc")
        .limit(1)
        .as("holdReason"),
    ])
    .orderBy("bookings.emergency", "desc")
    .orderBy("first.startsAt")
    .orderBy("bookings.requestedAt")
    .orderBy("bookings.id")
    .execute();
}

function toUnassignedWork(
  row: Awaited<ReturnType<typeof selectWork>>[number],
): Omit<UnassignedWork, "permitMissing"> {
  const { visitId, missedStartsAt, missedEndsAt } = row;
  const startsAt = missedStartsAt ? null : row.startsAt;
  const planned =
    missedStartsAt && missedEndsAt
      ? { from: missedStartsAt, to: missedEndsAt }
      : startsAt && row.endsAt && { from: startsAt, to: row.endsAt };
  return {
    ...workOf(row.id, { ...row, workCrewSize: row.missedCrewSize ?? row.workCrewSize }),
    requestedAt: row.requestedAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    holdExpired: hasExpiredHold({ ...row, state: row.bookingState }, visitId),
    visitId,
    missedDay: missedStartsAt?.toISOString() ?? null,
    startsAt: startsAt?.toISOString() ?? null,
    hasTime:
      visitId !== null ||
      (missedStartsAt === null && row.bookingState !== "on_hold" && row.preferredTime !== null),
    onHold:
      row.bookingState === "on_hold" ? { reason: row.holdReason ?? "", continueOn: row.continueOn } : null,
    durationMin: planned
      ? (planned.to.getTime() - planned.from.getTime()) / 60_000
      : visitMinutes(row.durationMin),
    workMin: row.durationMin,
  };
}
