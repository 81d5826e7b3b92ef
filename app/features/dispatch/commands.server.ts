import type * as z from "zod/mini";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { arrangeVisit, unassignVisit } from "../bookings/commands/change-visit.server";
import { changeSkills, changeZones, recordCertificate } from "../scheduling/commands/qualifications.server";
import { deactivateTechnician } from "../scheduling/commands/technician.server";
import { changeShifts, planTimeOff } from "../scheduling/commands/working-time.server";
import { lockDay } from "../scheduling/place-visit.server";
import type { HandedOver, handOverBecauseSchema } from "./schema";
import "./hand-over/hand-over";
import "../bookings/table";
import "../scheduling/table";

type Because = z.output<typeof handOverBecauseSchema>["because"];

interface HandOver {
  technicianId: string;
  visits: HandedOver;
}

/**
 * Hands over planned visits of a technician to others, each at its time or another one, or back to the waiting ones: all of them or none. Where
 * one cannot be, because somebody was quicker, it is refused with that visit ("hand-over-stopped").
 */
export const handOverVisits = command("bookings.manage", handOver);

/** Somebody leaves, and his visits go to others in the same transaction. */
export const handOverAndLeave = command(
  "technicians.manage",
  async (ctx, { version, ...asked }: HandOver & { version: number }) => {
    const handed = await handOverVisits(ctx, asked);
    return handed.ok ? deactivateTechnician(ctx, { technicianId: asked.technicianId, version }) : handed;
  },
);

/**
 * Somebody cannot come (ill, away, a broken van) or may not any more (a skill, a zone, hours or a certificate that are lost): his visits
 * go to others, and what the reason is is kept, in the same transaction.
 */
export const handOverBecause = command(
  "technicians.manage",
  async (ctx, { version, because, ...asked }: HandOver & { version: number; because: Because }) => {
    const { technicianId, visits } = asked;
    if (visits.length > 0) {
      const handed = await handOverVisits(ctx, asked);
      if (!handed.ok) return handed;
    }
    const seen = { technicianId, version };
    if ("timeOff" in because) return planTimeOff(ctx, seen, because.timeOff);
    if ("skills" in because) return changeSkills(ctx, seen, because.skills);
    if ("zones" in because) return changeZones(ctx, seen, because.zones);
    if ("shifts" in because) return changeShifts(ctx, seen, because.shifts);
    return recordCertificate(ctx, seen, because.certificate);
  },
);

async function handOver(ctx: Ctx, { technicianId, visits }: HandOver) {
  const found = await findVisits(ctx, visits);
  // The days before the bookings, as everywhere: two that lock in another order would wait for each other.
  const days = new Set([
    ...[...found.values()].map(({ startsAt }) => dubaiDate(startsAt)),
    ...visits.flatMap(({ at }) => (at ? [at.date] : [])),
  ]);
  for (const day of [...days].sort()) await lockDay(ctx, day);

  /** What earlier visits of this hand-over made of the bookings' versions. */
  const reached = new Map<string, number>();
  for (const { visitId, version, technicianId: takerId, at } of visits) {
    const visit = found.get(visitId);
    if (!visit) return refuse("visit-unknown");
    const { bookingId, reference, startsAt } = visit;
    const seen = { bookingId, visitId, version: reached.get(bookingId) ?? version };
    const handed =
      visit.technicianId !== technicianId
        ? refuse("stale")
        : takerId
          ? await arrangeVisit(ctx, {
              ...seen,
              technicianId: takerId,
              day: at?.date ?? dubaiDate(startsAt),
              time: at?.time ?? dubaiTime(startsAt),
              asHeld: visit.isRequest,
            })
          : await unassignVisit(ctx, seen);
    if (!handed.ok) return refuse("hand-over-stopped", { reference, startsAt, because: handed });
    reached.set(bookingId, handed.version);
  }
  return { ok: true as const };
}

/** By id. */
async function findVisits(ctx: Ctx, visits: HandedOver) {
  const rows = await ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select([
      "visits.id",
      "visits.booking_id as bookingId",
      "visits.technician_id as technicianId",
      "visits.starts_at as startsAt",
      "bookings.reference",
      "bookings.state",
    ])
    .where(
      "visits.id",
      "in",
      visits.map(({ visitId }) => visitId),
    )
    .execute();
  return new Map(rows.map(({ state, ...row }) => [row.id, { ...row, isRequest: state === "requested" }]));
}
