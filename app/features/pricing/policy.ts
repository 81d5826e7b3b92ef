import type { Actor } from "~/platform/actor";

/** Who decides what things cost. */
export function mayEditPrices(actor: Actor): boolean {
  return actor.role === "admin";
}
