import type { Actor } from "~/platform/actor";
import { may } from "~/platform/auth/permissions";

/** Who decides about technicians and about the days on which the business works. */
export function mayPlanPeople(actor: Actor): boolean {
  return may(actor, "technicians.manage");
}
