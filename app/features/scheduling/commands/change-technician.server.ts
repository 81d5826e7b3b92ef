import type { Ctx } from "~/platform/context";
import { inTransaction, type Refusal } from "~/platform/database/transaction.server";
import { mayPlanPeople } from "../policy";
import "../table";

/** Whom a change is about, and the version that was seen when it was decided. */
export interface SeenTechnician {
  technicianId: string;
  version: number;
}

export type ChangeRefusal = { ok: false; reason: "not-allowed" | "not-found" | "stale" };

export interface LockedTechnician {
  id: string;
  name: string;
  email: string;
  phone: string;
  active: boolean;
  onCall: boolean;
  /** The account that he signs in with. */
  userId: string | null;
}

export type Done = { ok: true };
export const done: Done = { ok: true };

/**
 * The frame of every change of a technician: who may, one after the other, never over a version that was not seen.
 * The work emits the event that tells what happened.
 */
export function changeTechnician<Result extends Done | Refusal>(
  ctx: Ctx,
  { technicianId, version }: SeenTechnician,
  work: (ctx: Ctx, technician: LockedTechnician) => Promise<Result>,
): Promise<Result | ChangeRefusal> {
  return inTransaction<Result | ChangeRefusal>(ctx, async (ctx) => {
    if (!mayPlanPeople(ctx.actor)) return { ok: false, reason: "not-allowed" };
    const row = await ctx.db
      .selectFrom("technicians")
      .select(["id", "user_id", "name", "email", "phone", "active", "on_call", "version"])
      .where("id", "=", technicianId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return { ok: false, reason: "not-found" };
    if (row.version !== version) return { ok: false, reason: "stale" };
    const result = await work(ctx, { ...row, onCall: row.on_call, userId: row.user_id });
    if (!result.ok) return result;
    await ctx.db
      .updateTable("technicians")
      .set({ version: version + 1 })
      .where("id", "=", technicianId)
      .execute();
    return result;
  });
}
