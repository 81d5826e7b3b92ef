import type { KeyboardEvent, ReactNode, RefObject } from "react";

interface ChartFrameProps {
  label: string;
  /** Its width is the chart's; as long as that is 0, nothing is drawn. */
  frame: RefObject<HTMLDivElement | null>;
  width: number;
  height: number;
  className?: string;
  onKeyDown: (event: KeyboardEvent) => void;
  /** What stands below it. */
  below?: ReactNode;
  children: ReactNode;
}

/** What a chart is drawn into: a group of links, and the same in either direction of writing. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, frame, width, height, className = "", onKeyDown, below, children } = props;
  return (
    <div ref={frame} className="min-w-0">
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: the marks are a group of links.
        <svg
          role="group"
          aria-label={label}
          width={width}
          height={height}
          className={`block ${className}`}
          onKeyDown={onKeyDown}
          style={{ direction: "ltr" }}
        >
          {children}
        </svg>
      )}
      {below}
    </div>
  );
}
