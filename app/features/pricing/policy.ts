import type { Actor } from "~/platform/actor";
import { may } from "~/platform/auth/permissions";

/** Who decides what things cost. */
export function mayEditPrices(actor: Actor): boolean {
  return may(actor, "prices.manage");
}
