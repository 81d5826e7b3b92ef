import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";

/** Active technician of the signed-in user, for queries on `technicians`. */
export function isSignedInTechnician({ actor }: Pick<Ctx, "actor">) {
  return sql<boolean>`(technicians.user_id = ${userIdOf(actor)}::uuid AND technicians.active)`;
}
