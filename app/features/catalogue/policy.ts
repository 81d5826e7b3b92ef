import type { Actor } from "~/platform/actor";
import { may } from "~/platform/auth/permissions";

/** Who decides what is offered. */
export function mayEditCatalogue(actor: Actor): boolean {
  return may(actor, "services.manage");
}
