import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { labelForConflicts } from "../../scheduling/labels";
import type { AbsentHelper } from "./crew";

export function toAbsentHelperView({ name, conflicts }: AbsentHelper): { name: string; reason: string } {
  return { name, reason: labelForConflicts(conflicts) };
}

/** "Omar Saleh is not coming: already has a visit" */
export function absentHelperSentences(people: readonly { name: string; reason: string }[] = []): string[] {
  return people.map(({ name, reason }) =>
    m.office_bookings_crew_absent({ name: bidiIsolate(name), why: reason }),
  );
}
