import type { ComponentProps } from "react";
import { classNames } from "./class-names";

export type BadgeTone = "neutral" | "waiting" | "planned" | "active" | "done" | "emergency";

/** Tones that resemble a hovered or open row have a ring, so that the badge stays visible. */
const tones: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-muted ring-1 ring-control ring-inset",
  waiting: "bg-brass-soft text-brass-text ring-1 ring-brass-text ring-inset",
  planned: "bg-surface text-ink ring-1 ring-control ring-inset",
  active: "bg-ink text-paper",
  done: "bg-calm-soft text-calm-text",
  emergency: "bg-signal text-on-signal",
};

export function Badge({
  tone = "neutral",
  className,
  ...rest
}: ComponentProps<"span"> & { tone?: BadgeTone }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap",
        tones[tone],
        className,
      )}
      {...rest}
    />
  );
}
