import { placeInReaderLanguage } from "../community-names";
import { coordinatesOfArea } from "../dubai-communities";
import {
  airport,
  canal,
  coast,
  creek,
  type GroundPoint,
  inland,
  islands,
  LONGITUDE_RATIO,
  landmarkAreas,
  palms,
  roads,
} from "./dubai-ground";

/** Visible area, in degrees. */
export interface MapBounds {
  west: number;
  east: number;
  south: number;
  north: number;
}

export const DUBAI: MapBounds = { west: 54.98, east: 55.58, south: 24.93, north: 25.33 };
/** Smallest visible span, in degrees. */
const MIN_SPAN = 0.12;

export type MapProjection = (coordinates: readonly [latitude: number, longitude: number]) => {
  x: number;
  y: number;
};

/** Creates the projection that centres these bounds in the available space. */
export function createProjection(
  { width, height }: { width: number; height: number },
  bounds: MapBounds,
): MapProjection {
  const { west, east, south, north } = bounds;
  const perDegree = Math.min(width / ((east - west) * LONGITUDE_RATIO), height / (north - south));
  return ([latitude, longitude]) => ({
    x: width / 2 + (longitude - (west + east) / 2) * LONGITUDE_RATIO * perDegree,
    y: height / 2 - (latitude - (south + north) / 2) * perDegree,
  });
}

export function heightOf({ west, east, south, north }: MapBounds, width: number): number {
  return (width * (north - south)) / ((east - west) * LONGITUDE_RATIO);
}

/** Bounds around the places with a margin; all of Dubai without places. */
export function boundsOf(places: readonly (readonly [latitude: number, longitude: number])[]): MapBounds {
  if (places.length === 0) return DUBAI;
  const latitudes = places.map(([latitude]) => latitude);
  const longitudes = places.map(([, longitude]) => longitude);
  const [south, north] = widen(Math.min(...latitudes), Math.max(...latitudes));
  const [west, east] = widen(Math.min(...longitudes), Math.max(...longitudes));
  return { south, north, west, east };
}

function widen(from: number, to: number): [number, number] {
  const half = Math.max(MIN_SPAN, (to - from) * 1.25) / 2;
  return [(from + to) / 2 - half, (from + to) / 2 + half];
}

/** Widths in degrees of latitude, so that they grow with the map. */
const WATER_WIDTH = 0.005;
const TRUNK_WIDTH = 0.0045;
const FROND_WIDTH = 0.0014;
const CRESCENT_WIDTH = 0.0022;

/** Land, water and main roads. The frame's background is the sea, `bg-calm-soft`. */
export function DubaiGround({ map }: { map: MapProjection }) {
  const pixels = (degrees: number) => Math.max(1, map([25, 55]).y - map([25 + degrees, 55]).y);
  const path = (line: readonly GroundPoint[]) =>
    line
      .map(([longitude, latitude], at) => {
        const { x, y } = map([latitude, longitude]);
        return `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join("");
  return (
    <g aria-hidden fill="none" strokeLinejoin="round" strokeLinecap="round">
      <path d={`${path([...coast, ...inland])}Z`} className="fill-paper" />
      {islands.map((island) => (
        <path key={String(island[0])} d={`${path(island)}Z`} className="fill-paper" />
      ))}
      {palms.map(({ trunk, fronds, crescent }) => (
        <g key={String(trunk[0])} stroke="var(--paper)">
          <path d={path(trunk)} strokeWidth={pixels(TRUNK_WIDTH)} />
          <path d={fronds.map(path).join("")} strokeWidth={pixels(FROND_WIDTH)} />
          <path d={path(crescent)} strokeWidth={pixels(CRESCENT_WIDTH)} />
        </g>
      ))}
      <path d={path(coast)} stroke="var(--calm)" strokeOpacity={0.4} />
      <path d={path(creek)} stroke="var(--calm-soft)" strokeWidth={pixels(WATER_WIDTH)} />
      <path d={path(canal)} stroke="var(--calm-soft)" strokeWidth={pixels(WATER_WIDTH / 2)} />
      <path d={`${path(airport)}Z`} className="fill-sunken" />
      {roads.map(({ number, line }) => (
        <path key={number} d={path(line)} stroke="var(--line)" strokeWidth={3} />
      ))}
    </g>
  );
}

export interface GroundLabel {
  text: string;
  x: number;
  y: number;
}

/** Names of landmark areas and numbers of roads within the frame, most important first. */
export function groundLabels(
  map: MapProjection,
  { width, height }: { width: number; height: number },
): GroundLabel[] {
  const isInside = ({ x, y }: GroundLabel) => x > 50 && x < width - 50 && y > 16 && y < height - 16;
  const areas = landmarkAreas.map((area) => ({
    text: placeInReaderLanguage(area),
    ...map(coordinatesOfArea(area)!),
  }));
  const numbers = roads.flatMap(({ number, line }) => {
    const points = line.map(([longitude, latitude]) => ({ text: number, ...map([latitude, longitude]) }));
    const inside = points.filter(isInside);
    return inside.slice(Math.floor(inside.length / 3)).slice(0, 1);
  });
  return [...areas.filter(isInside), ...numbers];
}

/** Leaves out labels that would overlap earlier ones. */
export function omitOverlappingLabels<Label extends { x: number; y: number }>(
  labels: readonly Label[],
): Label[] {
  const placed: Label[] = [];
  for (const label of labels) {
    if (placed.every((other) => Math.abs(other.x - label.x) > 120 || Math.abs(other.y - label.y) > 18))
      placed.push(label);
  }
  return placed;
}
