import type { Actor } from "~/platform/actor";

/** Who decides about technicians and about the days on which the business works. */
export function mayPlanPeople(actor: Actor): boolean {
  return actor.role === "admin";
}
