import { coordinatesOfArea, dubaiCommunities } from "../dubai-communities";

/** Visible area, in degrees. */
export interface MapBounds {
  west: number;
  east: number;
  south: number;
  north: number;
}

export const DUBAI: MapBounds = { west: 54.98, east: 55.58, south: 24.93, north: 25.33 };
/** Ratio of a degree of longitude to one of latitude at Dubai. */
const LONGITUDE_RATIO = Math.cos((25.1 * Math.PI) / 180);
/** Smallest visible span, in degrees. */
const MIN_SPAN = 0.12;

/** Simplified coast from Jebel Ali to the border with Sharjah: longitude, latitude. */
const coast: readonly (readonly [number, number])[] = [
  [54.9, 24.93],
  [55.0, 25.0],
  [55.06, 25.03],
  [55.12, 25.075],
  [55.145, 25.09],
  [55.18, 25.13],
  [55.2, 25.16],
  [55.23, 25.2],
  [55.255, 25.235],
  [55.275, 25.265],
  [55.3, 25.285],
  [55.34, 25.305],
  [55.37, 25.33],
  [55.4, 25.4],
];

/** Inland points beyond the visible area. */
const inland: readonly (readonly [number, number])[] = [
  [55.4, 26],
  [57, 26],
  [57, 24],
  [54.9, 24],
];

/** Creek from its mouth to Ras Al Khor. */
const creek: readonly (readonly [number, number])[] = [
  [55.293, 25.27],
  [55.305, 25.262],
  [55.32, 25.25],
  [55.33, 25.235],
  [55.335, 25.215],
  [55.345, 25.2],
];

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

export function DubaiGround({ map }: { map: MapProjection }) {
  const path = (line: readonly (readonly [number, number])[]) =>
    line
      .map(([longitude, latitude], at) => {
        const { x, y } = map([latitude, longitude]);
        return `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join("");
  return (
    <g aria-hidden>
      <path d={`${path([...coast, ...inland])}Z`} className="fill-paper" />
      <path d={path(coast)} fill="none" stroke="var(--calm)" strokeWidth={2} strokeLinejoin="round" />
      <path
        d={path(creek)}
        fill="none"
        stroke="var(--calm)"
        strokeWidth={4}
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity={0.6}
      />
      {dubaiCommunities.map((name) => {
        const { x, y } = map(coordinatesOfArea(name)!);
        return <circle key={name} cx={x} cy={y} r={1.5} className="fill-control" opacity={0.6} />;
      })}
    </g>
  );
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
