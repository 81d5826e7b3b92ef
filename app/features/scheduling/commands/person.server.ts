import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import "~/platform/auth-table";
import { mayPlanPeople } from "../policy";
import type { Person } from "../schema";
import { changeTechnician, type Done, done, type SeenTechnician } from "./change-technician.server";

/** Takes on a technician, who has no skills, no shifts, and so no visits yet. */
export function addTechnician(
  ctx: Ctx,
  person: Person,
): Promise<{ ok: true; technicianId: string } | { ok: false; reason: "not-allowed" }> {
  return inTransaction(ctx, async (ctx) => {
    if (!mayPlanPeople(ctx.actor)) return { ok: false, reason: "not-allowed" };
    const { id } = await ctx.db
      .insertInto("technicians")
      .values({ ...person, created_at: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await emit(ctx, "technician.added", id, {});
    return { ok: true, technicianId: id };
  });
}

export function editTechnician(ctx: Ctx, seen: SeenTechnician, person: Person) {
  return changeTechnician(ctx, seen, async (ctx, technician) => {
    await ctx.db.updateTable("technicians").set(person).where("id", "=", technician.id).execute();
    const { name, email, phone } = technician;
    await emit(
      ctx,
      "technician.edited",
      technician.id,
      {},
      { before: { name, email, phone }, after: person },
    );
    return done;
  });
}

/** `count`: how many visits somebody else has to be found for first. */
export type VisitsAhead = { ok: false; reason: "visits-ahead"; count: number };

/** Somebody leaves: no more work is offered to him, his calendar link and his sessions end. Past visits stay his. */
export function deactivateTechnician(ctx: Ctx, seen: SeenTechnician) {
  return changeTechnician<Done | VisitsAhead>(ctx, seen, async (ctx, technician) => {
    const count = await countVisitsAhead(ctx, technician.id);
    if (count > 0) return { ok: false, reason: "visits-ahead", count };
    await ctx.db
      .updateTable("technicians")
      .set({ active: false, calendar_seed: null })
      .where("id", "=", technician.id)
      .execute();
    await banFromSignIn(ctx, technician.userId, true);
    await emit(ctx, "technician.deactivated", technician.id, {});
    return done;
  });
}

export function reactivateTechnician(ctx: Ctx, seen: SeenTechnician) {
  return changeTechnician(ctx, seen, async (ctx, technician) => {
    await ctx.db.updateTable("technicians").set({ active: true }).where("id", "=", technician.id).execute();
    await banFromSignIn(ctx, technician.userId, false);
    await emit(ctx, "technician.reactivated", technician.id, {});
    return done;
  });
}

async function banFromSignIn(ctx: Ctx, userId: string | null, banned: boolean): Promise<void> {
  if (!userId) return;
  await ctx.db.updateTable("users").set({ banned, updated_at: ctx.now }).where("id", "=", userId).execute();
  // Whoever is signed in is asked for nothing any more: his sessions have to go.
  if (banned) await ctx.db.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

/** Visits ahead or under way. */
async function countVisitsAhead(ctx: Ctx, technicianId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom("visits")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("technician_id", "=", technicianId)
    .where("live", "=", true)
    .where("state", "!=", "work_done")
    .where("ends_at", ">", ctx.now)
    .executeTakeFirstOrThrow();
  return count;
}
