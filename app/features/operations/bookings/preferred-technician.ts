import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { PreferredTechnician } from "./visits/views";

/** `assignedId`: null if unassigned. */
export function labelForPreferredTechnician(
  { technicianId, name, availability }: PreferredTechnician,
  assignedId: string | null,
): string {
  const asked = { name: bidiIsolate(name) };
  if (availability === "left") return m.preferred_technician_left(asked);
  if (availability === "untrained") return m.preferred_technician_untrained(asked);
  return assignedId === technicianId
    ? m.preferred_technician_available(asked)
    : m.preferred_technician_requested(asked);
}

/** Null once the preferred technician is assigned, alone or with others. */
export function preferredTechnicianText(booking: {
  preferredTechnicianName: string | null;
  preferredTechnicianAvailable: boolean;
  visit: { technicianName: string | null; helperNames: readonly string[] } | null;
}): string | null {
  const { preferredTechnicianName: asked, preferredTechnicianAvailable, visit } = booking;
  const assignedName = visit?.technicianName ?? null;
  if (!asked || assignedName === asked || visit?.helperNames.includes(asked)) return null;
  if (assignedName)
    return m.preferred_technician_other({ asked: bidiIsolate(asked), name: bidiIsolate(assignedName) });
  const technician = { name: bidiIsolate(asked) };
  return preferredTechnicianAvailable
    ? m.preferred_technician_pending(technician)
    : m.preferred_technician_unavailable(technician);
}
