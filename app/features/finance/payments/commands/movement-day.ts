import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";

/** Refuses the day of a movement before `from`, the day of the one before it, or in the future. */
export function refuseMovementDay({ now }: Ctx, day: string, from: string) {
  const to = dubaiDate(now);
  return day < from || day > to ? refuse("movement-day", { from, to }) : null;
}
