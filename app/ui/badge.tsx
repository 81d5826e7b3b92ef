import type { ComponentProps, ComponentType, SVGProps } from "react";
import type { StateTone } from "~/platform/state-tone";
import { classNames } from "./class-names";

/** Colour and icon of a state on all screens. Emails have the colour and the label. */
export interface StateMark {
  tone: StateTone;
  Icon: ComponentType<SVGProps<SVGSVGElement>>;
}

/** Backgrounds of badges and of the board's visits, with the colour of their text. */
export const toneFills: Record<StateTone, string> = {
  neutral: "bg-sunken text-muted",
  waiting: "bg-brass-soft text-brass-text",
  planned: "bg-plan-soft text-plan-text",
  active: "bg-ink text-paper",
  working: "bg-calm text-on-calm",
  done: "bg-calm-soft text-calm-text",
  emergency: "bg-signal text-on-signal",
};

/** Soft tones have a ring, so that the badge stays visible on a hovered or open row. */
const rings: Partial<Record<StateTone, string>> = {
  neutral: "ring-1 ring-control ring-inset",
  waiting: "ring-1 ring-brass-text ring-inset",
  planned: "ring-1 ring-plan ring-inset",
  done: "ring-1 ring-calm ring-inset",
};

/** Backgrounds of dots and bars. */
export const toneDots: Record<StateTone, string> = {
  neutral: "bg-control",
  waiting: "bg-accent",
  planned: "bg-plan",
  active: "bg-ink",
  working: "bg-calm",
  done: "bg-calm-text",
  emergency: "bg-signal",
};

export function Badge({
  tone = "neutral",
  Icon,
  className,
  children,
  ...rest
}: ComponentProps<"span"> & { tone?: StateTone; Icon?: StateMark["Icon"] }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap",
        toneFills[tone],
        rings[tone],
        className,
      )}
      {...rest}
    >
      {Icon && <Icon aria-hidden className="-ms-0.5 size-3.5 shrink-0" />}
      {Icon ? <span>{children}</span> : children}
    </span>
  );
}
