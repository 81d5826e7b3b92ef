import { coordinatesOfArea } from "../../../core/geography/dubai-communities";
import { travelKm } from "../../../core/geography/travel";

/** Route of a technician's day, and its markers on the map. Pure functions. */

export interface RouteStop<Visit> {
  visit: Visit;
  /** 1-based. */
  order: number;
  /** Distance from the previous stop; null for the first, or if unknown. */
  km: number | null;
  /** Null if the area is not on the map. */
  coordinates: readonly [latitude: number, longitude: number] | null;
}

export interface DayRoute<Visit> {
  stops: RouteStop<Visit>[];
  km: number;
}

/** `visits`: in order of time. */
export function toRoute<Visit extends { area: string }>(visits: readonly Visit[]): DayRoute<Visit> {
  const stops = visits.map((visit, at) => {
    const before = visits[at - 1];
    const km = before ? travelKm(before.area, visit.area) : null;
    return { visit, order: at + 1, km, coordinates: coordinatesOfArea(visit.area) };
  });
  return { stops, km: sumKm(stops) };
}

/** Distance of stops or routes; unknown ones count as 0. */
export function sumKm(parts: readonly { km: number | null }[]): number {
  return parts.reduce((sum, { km }) => sum + (km ?? 0), 0);
}

/** "A" … "Z", "AA": identifies a route without relying on colour. */
export function routeLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : routeLetter(Math.floor(index / 26) - 1) + last;
}

/** Minimum distance of outliers from the median, and their maximum share. */
const OUTLIER_KM = 45;
const MAX_OUTLIER_SHARE = 0.2;
const KM_PER_DEGREE = 111;

/** Stops too far away to fit on the map without crowding the rest. */
export function findOutliers(
  coordinates: readonly (readonly [latitude: number, longitude: number])[],
): boolean[] {
  const [north, east] = [0, 1].map((axis) => {
    const sorted = coordinates.map((point) => point[axis]!).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }) as [number, number];
  const longitudeScale = Math.cos((north * Math.PI) / 180);
  const outlier = coordinates.map(
    ([latitude, longitude]) =>
      Math.hypot(latitude - north, (longitude - east) * longitudeScale) * KM_PER_DEGREE > OUTLIER_KM,
  );
  const count = outlier.filter(Boolean).length;
  return count <= coordinates.length * MAX_OUTLIER_SHARE ? outlier : outlier.map(() => false);
}

interface Point {
  x: number;
  y: number;
}

/** Rectangle given by its centre. */
export interface Marker extends Point {
  across: number;
  down: number;
}

interface MapSize {
  width: number;
  height: number;
}

/** Moves overlapping markers apart and into the map; earlier ones move least. */
export function separateMarkers<T extends Marker>(overlapping: readonly T[], mapSize: MapSize): T[] {
  const markers: T[] = [];
  for (const marker of overlapping)
    markers.push({ ...marker, ...findFreePosition(clampToMap(marker, mapSize), markers, mapSize) });
  return markers;
}

function clampToMap({ x, y, across, down }: Marker, { width, height }: MapSize): Marker {
  return {
    ...{ across, down },
    x: Math.max(across / 2, Math.min(x, width - across / 2)),
    y: Math.max(down / 2, Math.min(y, height - down / 2)),
  };
}

/** Search limit; beyond it markers overlap. */
const MAX_RINGS = 12;

function findFreePosition(marker: Marker, markers: readonly Marker[], mapSize: MapSize): Marker {
  const { across, down } = marker;
  const isFree = ({ x, y }: Point) =>
    markers.every(
      (other) =>
        Math.abs(other.x - x) >= (across + other.across) / 2 ||
        Math.abs(other.y - y) >= (down + other.down) / 2,
    );
  for (let ring = 0; ring <= MAX_RINGS; ring += 1) {
    const steps = Math.max(1, ring * 8);
    for (let step = 0; step < steps; step += 1) {
      const angle = (step / steps) * 2 * Math.PI;
      const x = marker.x + Math.cos(angle) * ring * (across / 2);
      const y = marker.y + Math.sin(angle) * ring * (down / 2);
      const position = clampToMap({ ...marker, x, y }, mapSize);
      if (position.x === x && position.y === y && isFree(position)) return position;
    }
  }
  return marker;
}
