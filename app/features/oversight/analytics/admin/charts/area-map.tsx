import { scaleSqrt } from "@visx/scale";
import { useSize } from "~/ui/hooks/use-size";
import {
  createProjection,
  DUBAI,
  DubaiGround,
  heightOf,
  omitOverlappingLabels,
} from "../../../../core/geography/admin/dubai-map";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { coordinatesOfArea } from "../../../../core/geography/dubai-communities";
import { ChartFrame } from "./chart-frame";
import { ChartMark } from "./chart-mark";
import { useMarks } from "./use-marks";

export interface AreaMark {
  area: string;
  value: number;
  words: string;
  to: string;
}

/** Map of requests by community, with the names of the largest. */
export function AreaMap({
  label,
  marks,
  colour,
}: {
  label: string;
  marks: readonly AreaMark[];
  colour: string;
}) {
  const { frame, width } = useSize();
  const placed = marks
    .map((mark) => ({ ...mark, place: coordinatesOfArea(mark.area) }))
    .filter((mark) => mark.place !== null)
    .sort((a, b) => b.value - a.value);
  const { onKeyDown, atStop, isStop } = useMarks(placed.length);
  const height = Math.min(460, heightOf(DUBAI, width));
  const map = createProjection({ width, height }, DUBAI);
  const radius = scaleSqrt({
    domain: [0, Math.max(1, placed[0]?.value ?? 1)],
    range: [0, Math.max(10, width / 26)],
  });
  return (
    <ChartFrame
      direction="ltr"
      label={label}
      frame={frame}
      width={width}
      height={height}
      className="rounded bg-calm-soft"
      onKeyDown={onKeyDown}
    >
      <DubaiGround map={map} />
      {placed.map(({ area, value, words, to, place }, at) => (
        <ChartMark key={area} to={to} words={words} stop={isStop(at)} stopRef={atStop}>
          {/* Large hit area for fingers. */}
          <circle {...centre(map(place!))} r={Math.max(12, radius(value))} fill="transparent" />
          <circle
            {...centre(map(place!))}
            r={Math.max(3, radius(value))}
            fill={colour}
            fillOpacity={0.55}
            stroke={colour}
            className="group-hover:stroke-[3] group-focus-visible:stroke-[4] group-focus-visible:[stroke:var(--ink)]"
          />
        </ChartMark>
      ))}
      <g aria-hidden pointerEvents="none">
        {omitOverlappingLabels(
          placed.slice(0, 12).map(({ area, place, value }) => ({
            area,
            x: map(place!).x,
            y: map(place!).y - radius(value) - 5,
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
            {placeInReaderLanguage(area)}
          </text>
        ))}
      </g>
    </ChartFrame>
  );
}

function centre({ x, y }: { x: number; y: number }) {
  return { cx: x, cy: y };
}
