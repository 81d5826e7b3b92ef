const WIDTH = 100;
const HEIGHT = 32;
/** Space above and below for the stroke. */
const MARGIN = 2;

interface SparklineProps {
  /** Shares between 0 and 1 by day or month, null without data. */
  shares: readonly (number | null)[];
  target: number;
}

/** Smallest range of shares drawn, so that small changes look small. */
const MIN_RANGE = 0.25;

/** Line of shares with a dashed line at the target. */
export function Sparkline({ shares, target }: SparklineProps) {
  const known = shares.flatMap((share, at) => (share === null ? [] : [{ share, at }]));
  const all = [target, ...known.map(({ share }) => share)];
  const max = Math.max(...all);
  const min = Math.min(max - MIN_RANGE, ...all);
  const x = (at: number) => (shares.length > 1 ? (at / (shares.length - 1)) * WIDTH : WIDTH / 2);
  const y = (share: number) => HEIGHT - MARGIN - ((share - min) / (max - min)) * (HEIGHT - 2 * MARGIN);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-2 block h-8 w-full rtl:-scale-x-100"
    >
      <line
        x2={WIDTH}
        y1={y(target)}
        y2={y(target)}
        stroke="var(--control)"
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
      />
      <polyline
        points={known.map(({ share, at }) => `${x(at)},${y(share)}`).join(" ")}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
