import { randomUUID } from "node:crypto";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { changeTechnician, type TechnicianVersion } from "../technicians/change-technician.server";

/** Creates a new secret link and invalidates the previous one. */
export const enableCalendarLink = command(
  "technicians.manage",
  function enableCalendarLink(ctx, target: TechnicianVersion) {
    return changeTechnician(ctx, target, async ({ id }) => {
      await ctx.db
        .updateTable("technicians")
        .set({ calendarSeed: randomUUID() })
        .where("id", "=", id)
        .execute();
      await emit(ctx, "technician.calendar-link-enabled", id, {});
      return { ok: true };
    });
  },
);

export const disableCalendarLink = command(
  "technicians.manage",
  function disableCalendarLink(ctx, target: TechnicianVersion) {
    return changeTechnician(ctx, target, async ({ id }) => {
      await ctx.db.updateTable("technicians").set({ calendarSeed: null }).where("id", "=", id).execute();
      await emit(ctx, "technician.calendar-link-disabled", id, {});
      return { ok: true };
    });
  },
);
