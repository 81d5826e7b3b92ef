import type { KeyboardEvent, ReactNode, RefObject } from "react";

interface ChartFrameProps {
  label: string;
  /** Element whose width the chart uses; nothing is drawn while it is 0. */
  frame: RefObject<HTMLDivElement | null>;
  width: number;
  height: number;
  className?: string;
  /** Otherwise that of the page. */
  direction?: "ltr";
  onKeyDown: (event: KeyboardEvent) => void;
  /** Content above the chart. */
  above?: ReactNode;
  children: ReactNode;
}

/** Container of a chart: a group of links. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, frame, width, height, className = "", direction, onKeyDown, above, children } = props;
  return (
    <div ref={frame} className="min-w-0 overflow-x-clip">
      {above}
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: the marks are a group of links.
        <svg
          role="group"
          aria-label={label}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          className={`block ${className}`}
          onKeyDown={onKeyDown}
          style={{ direction }}
        >
          {children}
        </svg>
      )}
    </div>
  );
}
