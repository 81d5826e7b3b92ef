import { AxisBottom, AxisLeft, AxisRight } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { LinePath } from "@visx/shape";
import { m } from "~/paraglide/messages";
import { textDirection } from "~/platform/locale/locale";
import { useSize } from "~/ui/hooks/use-size";
import { formatShort } from "../../numbers";
import { ChartFrame } from "./chart-frame";
import { ChartMark } from "./chart-mark";
import { useMarks } from "./use-marks";

const MARGIN = { top: 10, bottom: 26, start: 46, end: 6 };

/** Value of a day or month. */
export interface Step {
  /** Short label, for example "22 Nov". */
  label: string;
  /** Null without data. */
  value: number | null;
  /** Value of the comparison period. */
  before?: number | null;
  /** Text for screen readers and the tooltip. */
  words: string;
  /** Link of the mark. */
  to: string;
}

interface StepsChartProps {
  label: string;
  steps: readonly Step[];
  /** Theme colour. */
  colour: string;
  as: "columns" | "line";
  format?: (value: number) => string;
  /** Upper end of the scale, if fixed. */
  max?: number;
  /** In pixels. */
  height?: number;
  /** Meaning of the scale, for example "Bookings per day". */
  scale: string;
}

/** Width from which the lines are labelled at their ends; narrower charts name the dashed line above. */
const LABELLED_WIDTH = 480;
const LABEL_SPACE = 112;
const LABEL_HEIGHT = 15;

/** Moves the labels of two lines apart that end close to each other. */
function placeLabels(lines: readonly (readonly [text: string, y: number])[], floor: number) {
  const sorted = lines.map(([text, at]) => ({ text, at })).sort((a, b) => a.at - b.at);
  const [upper, lower] = sorted;
  if (upper && lower && lower.at - upper.at < LABEL_HEIGHT) {
    upper.at = Math.min(upper.at, floor - LABEL_HEIGHT);
    lower.at = upper.at + LABEL_HEIGHT;
  }
  return sorted;
}

const axisText = { fill: "var(--muted)", fontSize: 12, fontFamily: "inherit" } as const;

/**
 * Values over time, each linked to its rows, with the comparison period as a thin line. Time runs in the direction of the
 * page, and the scale is where it starts.
 */
export function StepsChart({
  label,
  steps,
  colour,
  as,
  format = formatShort,
  max,
  height = 220,
  scale,
}: StepsChartProps) {
  const { frame, width } = useSize();
  const { onKeyDown, atStop, isStop } = useMarks(steps.length);
  const isRtl = textDirection() === "rtl";
  const isWide = width >= LABELLED_WIDTH;
  const endSpace = isWide ? LABEL_SPACE : MARGIN.end;
  const inner = Math.max(0, width - MARGIN.start - endSpace);
  const floor = height - MARGIN.bottom;
  const x = scaleBand({
    domain: steps.map((_, at) => at),
    range: isRtl ? [inner, 0] : [0, inner],
    padding: steps.length > 45 ? 0.15 : 0.3,
  });
  const largest = Math.max(1, ...steps.flatMap(({ value, before }) => [value ?? 0, before ?? 0]));
  const smallest = Math.min(0, ...steps.map(({ value }) => value ?? 0));
  const y = scaleLinear({
    domain: [smallest, max ?? largest],
    range: [floor, MARGIN.top],
    nice: max === undefined,
  });
  const middle = (at: number) => (x(at) ?? 0) + x.bandwidth() / 2;
  const every = Math.max(1, Math.ceil(steps.length / Math.max(2, Math.floor(inner / 72))));
  const earlier = steps.map(({ before }, at) => ({ at, before })).filter(({ before }) => before != null);
  const points = steps.map(({ value }, at) => ({ at, value })).filter(({ value }) => value !== null);
  const labels = placeLabels(
    [
      ...(as === "line"
        ? points.slice(-1).map(({ value }) => [m.reports_col_value(), y(value!)] as const)
        : []),
      ...earlier.slice(-1).map(({ before }) => [m.reports_col_before(), y(before!)] as const),
    ],
    floor,
  );
  const ScaleAxis = isRtl ? AxisRight : AxisLeft;
  return (
    <ChartFrame
      label={label}
      frame={frame}
      width={width}
      height={height}
      onKeyDown={onKeyDown}
      above={
        <p className="flex flex-wrap justify-between gap-x-4 text-xs text-muted">
          <span>{scale}</span>
          {!isWide && earlier.length > 0 && (
            <span className="flex items-center gap-1.5">
              <span aria-hidden className="w-5 border-t-2 border-dashed border-control" />
              <span>{m.reports_col_before()}</span>
            </span>
          )}
        </p>
      }
    >
      <g transform={`translate(${isRtl ? endSpace : MARGIN.start} 0)`}>
        {y.ticks(4).map((tick) => (
          <line
            key={tick}
            x2={inner}
            y1={y(tick)}
            y2={y(tick)}
            stroke="var(--line)"
            strokeDasharray={tick === 0 ? undefined : "2 4"}
          />
        ))}
        <g aria-hidden>
          <ScaleAxis
            left={isRtl ? inner : 0}
            scale={y}
            numTicks={4}
            hideAxisLine
            hideTicks
            tickFormat={(value) => format(Number(value))}
            tickLabelProps={{ ...axisText, textAnchor: "end", dx: isRtl ? "0.4em" : "-0.4em", dy: "0.33em" }}
          />
          <AxisBottom
            top={floor}
            scale={x}
            hideTicks
            stroke="var(--control)"
            tickValues={steps.map((_, at) => at).filter((at) => at % every === 0)}
            tickFormat={(at) => steps[Number(at)]?.label ?? ""}
            tickLabelProps={{ ...axisText, textAnchor: "middle" }}
          />
        </g>
        {as === "line" && (
          <LinePath
            data={points}
            x={({ at }) => middle(at)}
            y={({ value }) => y(value!)}
            stroke={colour}
            strokeWidth={2}
            strokeLinejoin="round"
          />
        )}
        {steps.map(({ value, words, to }, at) => {
          const top = y(Math.max(0, value ?? 0));
          const foot = y(Math.min(0, value ?? 0));
          return (
            <ChartMark key={to} to={to} words={words} stop={isStop(at)} stopRef={atStop}>
              <rect
                x={(x(at) ?? 0) - (x.step() - x.bandwidth()) / 2}
                y={MARGIN.top}
                width={x.step()}
                height={floor - MARGIN.top}
                rx={3}
                className="fill-transparent group-hover:fill-brass-soft group-focus-visible:fill-brass-soft group-focus-visible:stroke-accent"
              />
              {as === "columns" ? (
                <rect
                  x={x(at)}
                  y={top}
                  width={x.bandwidth()}
                  height={Math.max(0, foot - top)}
                  rx={Math.min(3, x.bandwidth() / 4)}
                  fill={colour}
                />
              ) : (
                value !== null && (
                  <circle
                    cx={middle(at)}
                    cy={y(value)}
                    r={steps.length > 45 ? 2.5 : 4}
                    fill={colour}
                    stroke="var(--surface)"
                    strokeWidth={1.5}
                  />
                )
              )}
            </ChartMark>
          );
        })}
        <LinePath
          data={earlier}
          x={({ at }) => middle(at)}
          y={({ before }) => y(before!)}
          stroke="var(--control)"
          strokeWidth={1.5}
          strokeDasharray="4 3"
          pointerEvents="none"
          aria-hidden
        />
        {isWide &&
          labels.map(({ text, at }) => (
            <text key={text} {...axisText} x={isRtl ? -8 : inner + 8} y={at} dy="0.33em" aria-hidden>
              {text}
            </text>
          ))}
      </g>
    </ChartFrame>
  );
}
