import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { PreferredTechnician } from "./views";

/** `sentId`: assigned technician; null if unassigned. */
export function labelForPreferredTechnician(
  { technicianId, name, availability }: PreferredTechnician,
  sentId: string | null,
): string {
  const asked = { name: bidiIsolate(name) };
  if (availability === "left") return m.asked_for_left(asked);
  if (availability === "untrained") return m.asked_for_untrained(asked);
  return sentId === technicianId ? m.asked_for_comes(asked) : m.asked_for(asked);
}

/** Note for the customer; null once the preferred technician is assigned, alone or with others. */
export function preferredTechnicianText(booking: {
  preferredTechnicianName: string | null;
  preferredTechnicianAvailable: boolean;
  visit: { technicianName: string | null; helperNames: readonly string[] } | null;
}): string | null {
  const { preferredTechnicianName: asked, preferredTechnicianAvailable, visit } = booking;
  const comes = visit?.technicianName ?? null;
  if (!asked || comes === asked || visit?.helperNames.includes(asked)) return null;
  if (comes) return m.asked_for_other({ asked: bidiIsolate(asked), name: bidiIsolate(comes) });
  const wish = { name: bidiIsolate(asked) };
  return preferredTechnicianAvailable ? m.asked_for_waits(wish) : m.asked_for_cannot(wish);
}
