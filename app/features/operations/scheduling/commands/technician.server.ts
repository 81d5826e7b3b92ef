import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { openVisitStates } from "../days/visit-conflicts";
import type { TechnicianContact } from "../schema";
import { changeTechnician, type TechnicianVersion } from "../technicians/change-technician.server";
import { endEmployment, resumeEmployment } from "../technicians/employment.server";

/** Starts without skills and shifts, so that no work is offered yet. */
export const addTechnician = command(
  "technicians.manage",
  async function addTechnician(ctx, contact: TechnicianContact) {
    const { id } = await ctx.db
      .insertInto("technicians")
      .values({ ...contact, createdAt: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await emit(ctx, "technician.added", id, {});
    return { ok: true, technicianId: id };
  },
);

export const editTechnician = command(
  "technicians.manage",
  function editTechnician(ctx, target: TechnicianVersion, contact: TechnicianContact) {
    return changeTechnician(ctx, target, async (technician) => {
      await ctx.db.updateTable("technicians").set(contact).where("id", "=", technician.id).execute();
      const { name, email, phone } = technician;
      await emit(
        ctx,
        "technician.edited",
        technician.id,
        {},
        { before: { name, email, phone }, after: contact },
      );
      return { ok: true };
    });
  },
);

/**
 * Stops new work, the calendar link and the sessions, and removes the picture and the card on the website.
 * Refused while visits are ahead.
 */
export const deactivateTechnician = command(
  "technicians.manage",
  function deactivateTechnician(ctx, target: TechnicianVersion) {
    return changeTechnician(ctx, target, async (technician) => {
      const count = await countVisitsAhead(ctx, technician.id);
      if (count > 0) return refuse("upcoming-visits", { count });
      await ctx.db.deleteFrom("technicianPictures").where("technicianId", "=", technician.id).execute();
      await ctx.db
        .updateTable("technicians")
        .set({ active: false, calendarSeed: null, websiteConsentAt: null })
        .where("id", "=", technician.id)
        .execute();
      await endEmployment(ctx, technician.id);
      await banFromSignIn(ctx, technician.userId, true);
      await emit(ctx, "technician.deactivated", technician.id, {});
      return { ok: true };
    });
  },
);

export const reactivateTechnician = command(
  "technicians.manage",
  function reactivateTechnician(ctx, target: TechnicianVersion) {
    return changeTechnician(ctx, target, async (technician) => {
      await ctx.db.updateTable("technicians").set({ active: true }).where("id", "=", technician.id).execute();
      await resumeEmployment(ctx, technician.id);
      await banFromSignIn(ctx, technician.userId, false);
      await emit(ctx, "technician.reactivated", technician.id, {});
      return { ok: true };
    });
  },
);

async function banFromSignIn(ctx: Ctx, userId: string | null, banned: boolean): Promise<void> {
  if (!userId) return;
  await ctx.db.updateTable("users").set({ banned, updatedAt: ctx.now }).where("id", "=", userId).execute();
  // Existing sessions are not checked against the ban, so they are deleted.
  if (banned) await ctx.db.deleteFrom("sessions").where("userId", "=", userId).execute();
}

/** Includes visits under way, also those that last longer than planned. */
async function countVisitsAhead(ctx: Ctx, technicianId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom("visits")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("technicianId", "=", technicianId)
    .where("state", "in", openVisitStates)
    .where((eb) => eb.or([eb("endsAt", ">", ctx.now), eb("state", "in", ["en_route", "on_site"])]))
    .executeTakeFirstOrThrow();
  return count;
}
