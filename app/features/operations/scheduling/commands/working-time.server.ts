import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { Shift } from "../slots";
import {
  changeTechnician,
  changeTechnicianWithVisitCheck,
  type TechnicianVersion,
} from "../technicians/change-technician.server";
import { type RangeInput, toInstants } from "../technicians/technician";

/** Replaces the whole week. */
export const changeShifts = command(
  "technicians.manage",
  function changeShifts(ctx, target: TechnicianVersion, shifts: Shift[]) {
    return changeTechnicianWithVisitCheck(ctx, target, async ({ id }) => {
      const removed = await ctx.db
        .deleteFrom("shifts")
        .where("technicianId", "=", id)
        .returning(["weekday", "startMin", "endMin"])
        .execute();
      const after = [...shifts].sort(compareShifts);
      try {
        if (after.length > 0) {
          await ctx.db
            .insertInto("shifts")
            .values(
              after.map(({ weekday, startMin, endMin }) => ({
                technicianId: id,
                weekday,
                startMin,
                endMin,
              })),
            )
            .execute();
        }
      } catch (error) {
        if (isOverlap(error)) return refuse("shifts-overlap");
        throw error;
      }
      const before = removed
        .map((shift) => ({ weekday: shift.weekday, startMin: shift.startMin, endMin: shift.endMin }))
        .sort(compareShifts);
      await emit(
        ctx,
        "technician.shifts-changed",
        id,
        {},
        { before: { shifts: before }, after: { shifts: after } },
      );
      return { ok: true };
    });
  },
);

/** Visits in that time stay; the office reassigns them. */
export const planTimeOff = command(
  "technicians.manage",
  function planTimeOff(ctx, target: TechnicianVersion, input: RangeInput & { reason: string }) {
    return changeTechnician(ctx, target, async (technician) => {
      const range = toInstants(input);
      if (range.end <= range.start) return refuse("range-empty");
      const { id } = await ctx.db
        .insertInto("timeOff")
        .values({ technicianId: technician.id, during: toRangeLiteral(range), reason: input.reason })
        .returning("id")
        .executeTakeFirstOrThrow();
      const visits = await ctx.db
        .selectFrom("visits")
        .select("id")
        .where("technicianId", "=", technician.id)
        .where("live", "=", true)
        .where(sql<boolean>`during && ${toRangeLiteral(range)}::tstzrange`)
        .execute();
      await emit(ctx, "technician.time-off-planned", technician.id, {
        timeOffId: id,
        ...toEventRange(range),
        visitsWithin: visits.length,
      });
      return { ok: true as const, timeOffId: id };
    });
  },
);

export const cancelTimeOff = command(
  "technicians.manage",
  function cancelTimeOff(ctx, target: TechnicianVersion, timeOffId: string) {
    return changeTechnician(ctx, target, async (technician) => {
      const removed = await ctx.db
        .deleteFrom("timeOff")
        .where("id", "=", timeOffId)
        .where("technicianId", "=", technician.id)
        .returning([startOf, endOf])
        .executeTakeFirst();
      if (!removed) return refuse("time-off-unknown");
      await emit(ctx, "technician.time-off-cancelled", technician.id, {
        timeOffId,
        ...toEventRange(removed),
      });
      return { ok: true };
    });
  },
);

export const planOnCall = command(
  "technicians.manage",
  function planOnCall(ctx, target: TechnicianVersion, input: RangeInput) {
    return changeTechnician(ctx, target, async (technician) => {
      const range = toInstants(input);
      if (range.end <= range.start) return refuse("range-empty");
      try {
        const { id } = await ctx.db
          .insertInto("onCallShifts")
          .values({ technicianId: technician.id, during: toRangeLiteral(range) })
          .returning("id")
          .executeTakeFirstOrThrow();
        await emit(ctx, "technician.on-call-planned", technician.id, {
          onCallId: id,
          ...toEventRange(range),
        });
        return { ok: true };
      } catch (error) {
        if (isOverlap(error)) return refuse("on-call-overlap");
        throw error;
      }
    });
  },
);

export const cancelOnCall = command(
  "technicians.manage",
  function cancelOnCall(ctx, target: TechnicianVersion, onCallId: string) {
    return changeTechnician(ctx, target, async (technician) => {
      const removed = await ctx.db
        .deleteFrom("onCallShifts")
        .where("id", "=", onCallId)
        .where("technicianId", "=", technician.id)
        .returning([startOf, endOf])
        .executeTakeFirst();
      if (!removed) return refuse("on-call-unknown");
      await emit(ctx, "technician.on-call-cancelled", technician.id, { onCallId, ...toEventRange(removed) });
      return { ok: true };
    });
  },
);

/** Makes a technician permanently on call, or follows the rota. */
export const setAlwaysOnCall = command(
  "technicians.manage",
  function setAlwaysOnCall(ctx, target: TechnicianVersion, always: boolean) {
    return changeTechnician(ctx, target, async (technician) => {
      await ctx.db
        .updateTable("technicians")
        .set({ onCall: always })
        .where("id", "=", technician.id)
        .execute();
      await emit(ctx, "technician.on-call-changed", technician.id, { always });
      return { ok: true };
    });
  },
);

function compareShifts(a: Shift, b: Shift): number {
  return a.weekday - b.weekday || a.startMin - b.startMin;
}

/** Returns a PostgreSQL range literal. */
function toRangeLiteral({ start, end }: { start: Date; end: Date }): string {
  return `[${start.toISOString()},${end.toISOString()})`;
}

const startOf = sql<Date>`lower(during)`.as("start");
const endOf = sql<Date | null>`upper(during)`.as("end");

function toEventRange({ start, end }: { start: Date; end: Date | null }) {
  return { startsAt: start.toISOString(), endsAt: end?.toISOString() ?? null };
}

/** Exclusion constraint, for concurrent writes. */
function isOverlap(error: unknown): boolean {
  return violatesConstraint("overlap", error) || violatesConstraint("unique", error);
}
