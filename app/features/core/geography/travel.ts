import { coordinatesOfArea } from "./dubai-communities";

const EARTH_RADIUS_KM = 6_371;
/** Factor from the straight line to the road. */
const ROAD_FACTOR = 1.35;
/** Average speed on a working day, motorways and side streets together. */
const KM_PER_HOUR = 45;
/** Minutes from lift to car and from car to door; the whole travel time within one community. */
const DOOR_MINUTES = 10;
/** Rounding step of the estimate, in minutes. */
const ROUNDING_MINUTES = 5;

/**
 * Travel time between two areas in minutes: the straight line between their centres × 1.35 at 45 km/h, plus
 * 10 minutes for both doors, rounded up to 5. Null if an area is not on the map, so that unknown areas never
 * block a booking.
 */
export function travelMinutes(from: string, to: string): number | null {
  const km = roadKm(from, to);
  if (km === null) return null;
  return Math.ceil(((km / KM_PER_HOUR) * 60 + DOOR_MINUTES) / ROUNDING_MINUTES) * ROUNDING_MINUTES;
}

/** Road distance in whole kilometres; null if an area is unknown. */
export function travelKm(from: string, to: string): number | null {
  const km = roadKm(from, to);
  return km === null ? null : Math.round(km);
}

function roadKm(from: string, to: string): number | null {
  const [start, end] = [coordinatesOfArea(from), coordinatesOfArea(to)];
  return start && end ? distanceKm(start, end) * ROAD_FACTOR : null;
}

/** Great-circle distance (haversine), in kilometres. */
export function distanceKm(
  [lat1, lon1]: readonly [number, number],
  [lat2, lon2]: readonly [number, number],
): number {
  const radians = Math.PI / 180;
  const across =
    Math.sin(((lon2 - lon1) * radians) / 2) ** 2 * Math.cos(lat1 * radians) * Math.cos(lat2 * radians);
  const along = Math.sin(((lat2 - lat1) * radians) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(along + across));
}
