import { placeOfArea } from "./dubai-communities";

const EARTH_RADIUS_KM = 6_371;
/** Roads go round what a straight line crosses. */
const DETOUR = 1.35;
/** Dubai's roads over a working day, motorways and side streets together. */
const KM_PER_HOUR = 45;
/** From the lift to the car and from the car to the door; all there is within one community. */
const DOORS_MIN = 10;
/** Estimates are no truer than this. */
const STEP_MIN = 5;

/**
 * How long the way from one area to another takes, in minutes: the straight line between their middles × 1.35 at
 * 45 km/h, and 10 minutes for both doors, rounded up to 5. Null where one of them is not on the map: then nobody is
 * kept from anything.
 */
export function travelMinutes(from: string, to: string): number | null {
  const km = roadKm(from, to);
  if (km === null) return null;
  return Math.ceil(((km / KM_PER_HOUR) * 60 + DOORS_MIN) / STEP_MIN) * STEP_MIN;
}

/** How far that is, in whole kilometres, which is no truer either. */
export function travelKm(from: string, to: string): number | null {
  const km = roadKm(from, to);
  return km === null ? null : Math.round(km);
}

function roadKm(from: string, to: string): number | null {
  const [start, end] = [placeOfArea(from), placeOfArea(to)];
  return start && end ? distanceKm(start, end) * DETOUR : null;
}

/** Along the surface (haversine). */
function distanceKm(
  [lat1, lon1]: readonly [number, number],
  [lat2, lon2]: readonly [number, number],
): number {
  const radians = Math.PI / 180;
  const across =
    Math.sin(((lon2 - lon1) * radians) / 2) ** 2 * Math.cos(lat1 * radians) * Math.cos(lat2 * radians);
  const along = Math.sin(((lat2 - lat1) * radians) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(along + across));
}
