import { coordinatesOfArea, dubaiCommunities } from "./dubai-communities";
import { distanceKm } from "./travel";

/** Farther from all centres is outside Dubai, in kilometres. */
const MAX_KM = 8;

/** Community whose centre is nearest; null outside Dubai. */
export function nearestCommunity(latitude: number, longitude: number): string | null {
  let nearest: { name: string; km: number } | null = null;
  for (const name of dubaiCommunities) {
    const centre = coordinatesOfArea(name);
    if (!centre) continue;
    const km = distanceKm(centre, [latitude, longitude]);
    if (km <= MAX_KM && (!nearest || km < nearest.km)) nearest = { name, km };
  }
  return nearest?.name ?? null;
}
