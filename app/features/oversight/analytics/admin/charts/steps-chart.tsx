import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { LinePath } from "@visx/shape";
import type { ReactNode } from "react";
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
  /** Legend. */
  children?: ReactNode;
}

const axisText = { fill: "var(--muted)", fontSize: 12, fontFamily: "inherit" } as const;

/** Values over time, each linked to its rows, with the comparison period as a thin line. */
export function StepsChart({
  label,
  steps,
  colour,
  as,
  format = formatShort,
  max,
  height = 220,
  children,
}: StepsChartProps) {
  const { frame, width } = useSize();
  const { onKeyDown, atStop, isStop } = useMarks(steps.length);
  const inner = Math.max(0, width - MARGIN.start - MARGIN.end);
  const floor = height - MARGIN.bottom;
  const x = scaleBand({
    domain: steps.map((_, at) => at),
    range: [0, inner],
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
  const points = steps.map(({ value }, at) => ({ at, value })).filter(({ value }) => value !== null);
  return (
    <ChartFrame
      label={label}
      frame={frame}
      width={width}
      height={height}
      onKeyDown={onKeyDown}
      below={children}
    >
      <g transform={`translate(${MARGIN.start} 0)`}>
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
          <AxisLeft
            scale={y}
            numTicks={4}
            hideAxisLine
            hideTicks
            tickFormat={(value) => format(Number(value))}
            tickLabelProps={{ ...axisText, textAnchor: "end", dx: "-0.4em", dy: "0.33em" }}
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
          data={steps.map(({ before }, at) => ({ at, before })).filter(({ before }) => before != null)}
          x={({ at }) => middle(at)}
          y={({ before }) => y(before!)}
          stroke="var(--control)"
          strokeWidth={1.5}
          strokeDasharray="4 3"
          pointerEvents="none"
          aria-hidden
        />
      </g>
    </ChartFrame>
  );
}

/** Legend entry. */
export function Legend({
  entries,
}: {
  entries: readonly { label: string; colour: string; dashed?: true }[];
}) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      {entries.map(({ label, colour, dashed }) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg aria-hidden width="18" height="8">
            <line
              x2="18"
              y1="4"
              y2="4"
              stroke={colour}
              strokeWidth={dashed ? 1.5 : 4}
              strokeDasharray={dashed && "4 3"}
            />
          </svg>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}
