import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";

/** That the technician of a query is who is signed in, and has not left. */
export function isSignedInTechnician({ actor }: Pick<Ctx, "actor">) {
  return sql<boolean>`(technicians.user_id = ${userIdOf(actor)}::uuid AND technicians.active)`;
}
