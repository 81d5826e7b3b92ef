import type { Actor } from "~/platform/actor";

/** Who decides what is offered. */
export function mayEditCatalogue(actor: Actor): boolean {
  return actor.role === "admin";
}
