import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { withAffectedVisitsCheck } from "../days/affected-visits.server";
import "../table";

/** Whom a change is about, and the version that was seen when it was decided. */
export interface SeenTechnician {
  technicianId: string;
  version: number;
  /** The visits that are taken into account, where the change affects planned ones. */
  agreed?: readonly string[];
}

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

/**
 * The frame of every change of a technician: one after the other, never over a version that was not seen. Runs in the
 * transaction of a command, which says who may; the work emits the event that tells what happened.
 */
export async function changeTechnician<Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  { technicianId, version }: SeenTechnician,
  work: (technician: LockedTechnician) => Promise<Result>,
): Promise<Result | Refusal<"not-found" | "stale">> {
  const row = await ctx.db
    .selectFrom("technicians")
    .select(["id", "user_id", "name", "email", "phone", "active", "on_call", "version"])
    .where("id", "=", technicianId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  if (row.version !== version) return refuse("stale");
  const result = await work({ ...row, onCall: row.on_call, userId: row.user_id });
  if (!result.ok) return result;
  await ctx.db
    .updateTable("technicians")
    .set({ version: version + 1 })
    .where("id", "=", technicianId)
    .execute();
  return result;
}

/** The same for what planned visits may need: refused until those that would suffer were seen. */
export function changeTechnicianWithVisitCheck<Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  seen: SeenTechnician,
  work: (technician: LockedTechnician) => Promise<Result>,
) {
  return withAffectedVisitsCheck(ctx, seen, () => changeTechnician(ctx, seen, work));
}
