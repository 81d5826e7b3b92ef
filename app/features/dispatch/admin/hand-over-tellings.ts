import { m } from "~/paraglide/messages";
import type { HandOverChoice, VisitToHandOver } from "../views";

type Given = Pick<VisitToHandOver, "told" | "startsAt"> & { to: HandOverChoice | null };

/** Who is told what, once these visits are handed over: by kind, how many. What nobody is told of is left out. */
export function tellings(visits: readonly Given[]): { label: string; count: number }[] {
  const count = (isSo: (visit: Given) => boolean) => visits.filter(isSo).length;
  const moves = ({ to, startsAt }: Given) => to !== null && to.startsAt !== startsAt;
  const takers = new Set(
    visits.flatMap(({ to, told }) => (to && told !== "nobody" ? [to.technicianId] : [])),
  );
  return [
    {
      label: m.admin_hand_over_count_technician(),
      count: count((visit) => visit.told === "by-mail" && visit.to !== null && !moves(visit)),
    },
    {
      label: m.admin_hand_over_count_moved(),
      count: count((visit) => visit.told === "by-mail" && moves(visit)),
    },
    {
      label: m.admin_hand_over_count_call(),
      count: count((visit) => visit.told === "by-phone" && visit.to !== null),
    },
    { label: m.admin_hand_over_count_waiting(), count: count(({ to }) => to === null) },
    { label: m.admin_hand_over_count_takers(), count: takers.size },
  ].filter((one) => one.count > 0);
}
