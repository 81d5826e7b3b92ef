import type * as z from "zod/mini";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { isUnderWay } from "../bookings/booking";
import { scheduleVisit, unassignVisit } from "../bookings/commands/change-visit.server";
import { handOverVisit } from "../bookings/commands/hand-over-visit.server";
import { dispatchEmergency } from "../emergencies/commands/dispatch.server";
import { changeSkills, changeZones, recordCertificate } from "../scheduling/commands/qualifications.server";
import { deactivateTechnician } from "../scheduling/commands/technician.server";
import { changeShifts, planTimeOff } from "../scheduling/commands/working-time.server";
import { lockDay } from "../scheduling/place-visit.server";
import { nextVisitStart } from "../scheduling/visit-time";
import type { reassignAndUpdateSchema, VisitReassignments } from "./schema";
import type { ReassignedVisit } from "./views";
import "./reassignment/propose-replacements";

type TechnicianUpdate = z.output<typeof reassignAndUpdateSchema>["update"];

interface ReassignmentInput {
  technicianId: string;
  visits: VisitReassignments;
  /** Required to hand over a visit under way. */
  reason?: string;
}

/**
 * Reassigns a technician's visits, each at its time or at another, or unassigns them. Visits under way are
 * handed over. All or none: refuses
 * with "reassignment-failed" for the first that fails.
 */
export const reassignVisits = command("bookings.manage", reassign);

/** Reassigns visits and deactivates the technician in one transaction. */
export const reassignAndDeactivate = command(
  "technicians.manage",
  async function reassignAndDeactivate(ctx, { version, ...input }: ReassignmentInput & { version: number }) {
    const result = await reassignVisits(ctx, input);
    return result.ok ? deactivateTechnician(ctx, { technicianId: input.technicianId, version }) : result;
  },
);

/** Moves the visits of a technician and sends the technician to an emergency, in one transaction. */
export const reassignAndDispatch = command(
  "bookings.manage",
  async function reassignAndDispatch(
    ctx,
    { bookingId, ...input }: ReassignmentInput & { bookingId: string },
  ) {
    const result = await reassignVisits(ctx, input);
    return result.ok ? dispatchEmergency(ctx, { bookingId, technicianId: input.technicianId }) : result;
  },
);

/**
 * Reassigns visits and saves the change that causes it (absence, skills, zones, shifts, certificate), in one
 * transaction.
 */
export const reassignAndUpdateTechnician = command(
  "technicians.manage",
  async function reassignAndUpdateTechnician(
    ctx,
    { version, update, ...input }: ReassignmentInput & { version: number; update: TechnicianUpdate },
  ) {
    const { technicianId, visits } = input;
    const reassigned = visits.length > 0 ? await reassignVisits(ctx, input) : null;
    if (reassigned && !reassigned.ok) return reassigned;
    const updated = await applyUpdate(ctx, { technicianId, version }, update);
    if (!updated.ok) return updated;
    const timeOffId = "timeOffId" in updated ? updated.timeOffId : null;
    return { ok: true as const, changes: reassigned?.changes ?? [], timeOffId };
  },
);

function applyUpdate(ctx: Ctx, target: { technicianId: string; version: number }, update: TechnicianUpdate) {
  if ("timeOff" in update) return planTimeOff(ctx, target, update.timeOff);
  if ("skills" in update) return changeSkills(ctx, target, update.skills);
  if ("zones" in update) return changeZones(ctx, target, update.zones);
  if ("shifts" in update) return changeShifts(ctx, target, update.shifts);
  return recordCertificate(ctx, target, update.certificate);
}

async function reassign(ctx: Ctx, { technicianId, visits, reason }: ReassignmentInput) {
  const currentVisits = await findVisits(ctx, visits);
  // Lock order: days before bookings, otherwise concurrent placements deadlock.
  const days = new Set([
    nextVisitStart(ctx.now).day,
    ...[...currentVisits.values()].map(({ startsAt }) => dubaiDate(startsAt)),
    ...visits.flatMap(({ at }) => (at ? [at.date] : [])),
  ]);
  for (const day of [...days].sort()) await lockDay(ctx, day);

  const changes: ReassignedVisit[] = [];
  /** Versions after earlier visits of the same booking. */
  const bookingVersions = new Map<string, number>();
  for (const { visitId, version, technicianId: replacementId, at } of visits) {
    const visit = currentVisits.get(visitId);
    if (!visit) return refuse("visit-unknown");
    const { bookingId, reference, startsAt } = visit;
    const target = { bookingId, visitId, version: bookingVersions.get(bookingId) ?? version };
    const result =
      visit.technicianId !== technicianId
        ? refuse("stale")
        : isUnderWay(visit)
          ? await handOverVisit(ctx, { ...target, technicianId: replacementId, at, reason: reason ?? "" })
          : replacementId
            ? await scheduleVisit(ctx, {
                ...target,
                technicianId: replacementId,
                day: at?.date ?? dubaiDate(startsAt),
                time: at?.time ?? dubaiTime(startsAt),
                asHold: visit.isRequest,
              })
            : await unassignVisit(ctx, target);
    if (!result.ok) return refuse("reassignment-failed", { reference, startsAt, cause: result });
    bookingVersions.set(bookingId, result.version);
    const { version: from } = target;
    if (result.version > from) {
      const isHandover = isUnderWay(visit);
      changes.push({ bookingId, visitId, from, leftVersion: result.version, isHandover });
    }
  }
  return { ok: true as const, changes };
}

/** Keyed by visit id. */
async function findVisits(ctx: Ctx, visits: VisitReassignments) {
  const rows = await ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .select([
      "visits.id",
      "visits.bookingId",
      "visits.technicianId",
      "visits.startsAt",
      "visits.state",
      "bookings.reference",
      "bookings.state as bookingState",
    ])
    .where(
      "visits.id",
      "in",
      visits.map(({ visitId }) => visitId),
    )
    .execute();
  return new Map(
    rows.map(({ bookingState, ...row }) => [row.id, { ...row, isRequest: bookingState === "requested" }]),
  );
}
