import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { labelForObstacles } from "../labels";
import type { NotAlong } from "./crew";

export function notAlongInWords({ name, obstacles }: NotAlong): { name: string; why: string } {
  return { name, why: labelForObstacles(obstacles) };
}

/** "Omar Saleh does not come along: already has a visit" */
export function sayNotAlong(people: readonly { name: string; why: string }[] = []): string[] {
  return people.map(({ name, why }) => m.admin_hands_not_along({ name: isolated(name), why }));
}
