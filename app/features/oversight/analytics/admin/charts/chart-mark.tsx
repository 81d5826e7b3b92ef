import type { ReactNode } from "react";
import { useNavigate } from "react-router";

interface ChartMarkProps {
  to: string;
  words: string;
  /** True for the current tab stop. */
  stop: boolean;
  stopRef: (mark: { focus: () => void } | null) => void;
  children: ReactNode;
}

/** Mark of a chart, linked to its rows. */
export function ChartMark({ to, words, stop, stopRef, children }: ChartMarkProps) {
  const navigate = useNavigate();
  if (!stop) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys reach the mark, which then is a link.
      <g data-tip={words} className="group cursor-pointer" onClick={() => navigate(to)}>
        {children}
      </g>
    );
  }
  return (
    <a
      ref={stopRef}
      href={to}
      aria-label={words}
      data-tip={words}
      className="group outline-none"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}
