import { scaleLinear, scaleSqrt } from "@visx/scale";
import { dubaiCommunities, placeOfArea } from "../../customers/dubai-communities";
import { ChartFrame } from "./chart-frame";
import { ChartMark } from "./chart-mark";
import { useMarks, useWidth } from "./chart-size";

export interface AreaMark {
  area: string;
  value: number;
  words: string;
  to: string;
}

/** Degrees: what of Dubai is drawn. */
const BOUNDS = { west: 54.98, east: 55.58, south: 24.93, north: 25.33 };
/** A degree of longitude is that much shorter than one of latitude here. */
const SHORTER = Math.cos((25.1 * Math.PI) / 180);

/** The coast from Jebel Ali to the border with Sharjah, roughly: longitude, latitude. */
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

/** The creek, from its mouth to Ras Al Khor. */
const creek: readonly (readonly [number, number])[] = [
  [55.293, 25.27],
  [55.305, 25.262],
  [55.32, 25.25],
  [55.33, 25.235],
  [55.335, 25.215],
  [55.345, 25.2],
];

/** Where work is asked for: each community by how much, at its place; the largest by their names. */
export function AreaMap({
  label,
  marks,
  colour,
}: {
  label: string;
  marks: readonly AreaMark[];
  colour: string;
}) {
  const { frame, width } = useWidth();
  const placed = marks
    .map((mark) => ({ ...mark, place: placeOfArea(mark.area) }))
    .filter((mark) => mark.place !== null)
    .sort((a, b) => b.value - a.value);
  const { onKeyDown, atStop, isStop } = useMarks(placed.length);
  const height = Math.min(
    460,
    (width * (BOUNDS.north - BOUNDS.south)) / ((BOUNDS.east - BOUNDS.west) * SHORTER),
  );
  const drawn = (height * (BOUNDS.east - BOUNDS.west) * SHORTER) / (BOUNDS.north - BOUNDS.south);
  const x = scaleLinear({
    domain: [BOUNDS.west, BOUNDS.east],
    range: [(width - drawn) / 2, (width + drawn) / 2],
  });
  const y = scaleLinear({ domain: [BOUNDS.south, BOUNDS.north], range: [height, 0] });
  const radius = scaleSqrt({
    domain: [0, Math.max(1, placed[0]?.value ?? 1)],
    range: [0, Math.max(10, width / 26)],
  });
  const path = (line: readonly (readonly [number, number])[]) =>
    line.map(([lon, lat], at) => `${at === 0 ? "M" : "L"}${x(lon).toFixed(1)} ${y(lat).toFixed(1)}`).join("");
  return (
    <ChartFrame
      label={label}
      frame={frame}
      width={width}
      height={height}
      className="rounded bg-sunken"
      onKeyDown={onKeyDown}
    >
      <g aria-hidden>
        <path d={`${path(coast)}L${width} 0L${width} ${height}L0 ${height}Z`} className="fill-paper" />
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
          const [lat, lon] = placeOfArea(name)!;
          return <circle key={name} cx={x(lon)} cy={y(lat)} r={1.5} className="fill-control" opacity={0.6} />;
        })}
      </g>
      {placed.map(({ area, value, words, to, place }, at) => (
        <ChartMark key={area} to={to} words={words} stop={isStop(at)} stopRef={atStop}>
          {/* A finger finds it, however small. */}
          <circle cx={x(place![1])} cy={y(place![0])} r={Math.max(12, radius(value))} fill="transparent" />
          <circle
            cx={x(place![1])}
            cy={y(place![0])}
            r={Math.max(3, radius(value))}
            fill={colour}
            fillOpacity={0.55}
            stroke={colour}
            className="group-hover:stroke-[3] group-focus-visible:stroke-[4] group-focus-visible:[stroke:var(--ink)]"
          />
        </ChartMark>
      ))}
      <g aria-hidden pointerEvents="none">
        {labelled(
          placed.slice(0, 12).map(({ area, place, value }) => ({
            area,
            x: x(place![1]),
            y: y(place![0]) - radius(value) - 5,
          })),
        ).map(({ area, x, y }) => (
          <text
            key={area}
            x={Math.min(Math.max(x, 60), width - 60)}
            y={Math.max(y, 12)}
            textAnchor="middle"
            className="fill-ink text-xs"
            stroke="var(--paper)"
            strokeWidth={3}
            paintOrder="stroke"
          >
            {area}
          </text>
        ))}
      </g>
    </ChartFrame>
  );
}

/** Names that do not stand over each other: the larger ones first. */
function labelled<Label extends { x: number; y: number }>(labels: Label[]): Label[] {
  const kept: Label[] = [];
  for (const label of labels) {
    if (kept.every((other) => Math.abs(other.x - label.x) > 120 || Math.abs(other.y - label.y) > 18))
      kept.push(label);
  }
  return kept;
}
