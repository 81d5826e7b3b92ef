import { randomUUID } from "node:crypto";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events.server";
import { changeTechnician, done, type SeenTechnician } from "./change-technician.server";

/** Gives a technician's calendar a secret link. One that was given before ends. */
export function openCalendar(ctx: Ctx, seen: SeenTechnician) {
  return changeTechnician(ctx, seen, async (ctx, { id }) => {
    await ctx.db
      .updateTable("technicians")
      .set({ calendar_seed: randomUUID() })
      .where("id", "=", id)
      .execute();
    await emit(ctx, "technician.calendar-opened", id, {});
    return done;
  });
}

/** Ends the link, wherever it has got to. */
export function closeCalendar(ctx: Ctx, seen: SeenTechnician) {
  return changeTechnician(ctx, seen, async (ctx, { id }) => {
    await ctx.db.updateTable("technicians").set({ calendar_seed: null }).where("id", "=", id).execute();
    await emit(ctx, "technician.calendar-closed", id, {});
    return done;
  });
}
