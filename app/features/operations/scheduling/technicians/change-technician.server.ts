import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { withAffectedVisitsCheck } from "../days/affected-visits.server";

/** Technician and the version that the user saw, to avoid overwriting concurrent changes. */
export interface TechnicianVersion {
  technicianId: string;
  version: number;
  /** Affected visits that the user accepts. */
  acceptedVisitIds?: readonly string[];
}

export interface LockedTechnician {
  id: string;
  name: string;
  email: string;
  phone: string;
  active: boolean;
  onCall: boolean;
  userId: string | null;
}

/** Locks the row and refuses stale versions. The caller checks permissions; `work` emits the event. */
export async function changeTechnician<Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  { technicianId, version }: TechnicianVersion,
  work: (technician: LockedTechnician) => Promise<Result>,
): Promise<Result | Refusal<"not-found" | "stale">> {
  const row = await ctx.db
    .selectFrom("technicians")
    .select(["id", "userId", "name", "email", "phone", "active", "onCall", "version"])
    .where("id", "=", technicianId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  if (row.version !== version) return refuse("stale");
  const result = await work({ ...row, onCall: row.onCall, userId: row.userId });
  if (!result.ok) return result;
  await ctx.db
    .updateTable("technicians")
    .set({ version: version + 1 })
    .where("id", "=", technicianId)
    .execute();
  return result;
}

/** Runs a change that may affect planned visits. */
export function changeTechnicianWithVisitCheck<Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  target: TechnicianVersion,
  work: (technician: LockedTechnician) => Promise<Result>,
) {
  return withAffectedVisitsCheck(ctx, target, () => changeTechnician(ctx, target, work));
}
