import { coordinatesOfArea } from "../../geography/dubai-communities";
import { travelKm } from "../../geography/travel";

/** Somebody's day as a way from one visit to the next. Pure. */

export interface RouteStop<Visit> {
  visit: Visit;
  /** From 1. */
  order: number;
  /** From the stop before; null of the first, and where one of them is not on the map. */
  km: number | null;
  /** Null: nobody has put its area on the map. */
  place: readonly [latitude: number, longitude: number] | null;
}

export interface DayRoute<Visit> {
  stops: RouteStop<Visit>[];
  km: number;
}

/** The visits are told in the order in which they are made. */
export function routeOf<Visit extends { area: string }>(visits: readonly Visit[]): DayRoute<Visit> {
  const stops = visits.map((visit, at) => {
    const before = visits[at - 1];
    const km = before ? travelKm(before.area, visit.area) : null;
    return { visit, order: at + 1, km, place: coordinatesOfArea(visit.area) };
  });
  return { stops, km: stops.reduce((sum, { km }) => sum + (km ?? 0), 0) };
}

/** "A", "B" … "Z", "AA": what tells one technician's stops from another's without any colour. */
export function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** So far from the middle of a day's visits, and no more than so large a part of them: then a place does not decide what the map shows. */
const FAR_KM = 45;
const FEW = 0.2;
const KM_A_DEGREE = 111;

/** Which of these places lie far outside of where the others are: a map that held them too would show the others as one heap. */
export function farOutside(places: readonly (readonly [latitude: number, longitude: number])[]): boolean[] {
  const [north, east] = [0, 1].map((axis) => {
    const sorted = places.map((place) => place[axis]!).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }) as [number, number];
  const shorter = Math.cos((north * Math.PI) / 180);
  const far = places.map(
    ([latitude, longitude]) =>
      Math.hypot(latitude - north, (longitude - east) * shorter) * KM_A_DEGREE > FAR_KM,
  );
  const count = far.filter(Boolean).length;
  return count <= places.length * FEW ? far : far.map(() => false);
}

interface Point {
  x: number;
  y: number;
}

/** A sign on the map, by its middle, as wide and as high as it is. */
export interface Sign extends Point {
  across: number;
  down: number;
}

/** What all are to stand in. */
interface Room {
  width: number;
  height: number;
}

/** Signs that would lie on each other, or beyond the edge, move apart as little as they can; the first ones least. */
export function spread<T extends Sign>(signs: readonly T[], room: Room): T[] {
  const placed: T[] = [];
  for (const sign of signs) placed.push({ ...sign, ...freePlace(within(sign, room), placed, room) });
  return placed;
}

function within({ x, y, across, down }: Sign, { width, height }: Room): Sign {
  return {
    ...{ across, down },
    x: Math.max(across / 2, Math.min(x, width - across / 2)),
    y: Math.max(down / 2, Math.min(y, height - down / 2)),
  };
}

/** How many rings are looked at around a place; where all is taken, they lie on each other. */
const RINGS = 12;

function freePlace(sign: Sign, placed: readonly Sign[], room: Room): Sign {
  const { across, down } = sign;
  const isFree = ({ x, y }: Point) =>
    placed.every(
      (other) =>
        Math.abs(other.x - x) >= (across + other.across) / 2 ||
        Math.abs(other.y - y) >= (down + other.down) / 2,
    );
  for (let ring = 0; ring <= RINGS; ring += 1) {
    const steps = Math.max(1, ring * 8);
    for (let step = 0; step < steps; step += 1) {
      const angle = (step / steps) * 2 * Math.PI;
      const x = sign.x + Math.cos(angle) * ring * (across / 2);
      const y = sign.y + Math.sin(angle) * ring * (down / 2);
      const place = within({ ...sign, x, y }, room);
      if (place.x === x && place.y === y && isFree(place)) return place;
    }
  }
  return sign;
}
