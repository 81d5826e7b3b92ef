import type { ComponentProps } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names";

export type ButtonTone = "action" | "quiet" | "plain" | "calm" | "signal";
export type ButtonSize = "small" | "medium" | "large";

interface Look {
  /** `signal` is for emergencies only. */
  tone?: ButtonTone;
  size?: ButtonSize;
}

const tones: Record<ButtonTone, string> = {
  action: "bg-action text-on-action hover:bg-action-hover",
  quiet: "border border-control bg-surface text-ink hover:border-accent hover:bg-brass-soft",
  plain: "text-link hover:bg-brass-soft",
  calm: "bg-calm text-on-calm hover:opacity-90",
  signal: "bg-signal text-on-signal hover:brightness-110",
};

const sizes: Record<ButtonSize, string> = {
  small: "min-h-9 gap-1.5 px-3 text-sm",
  medium: "min-h-11 gap-2 px-4 text-base",
  large: "min-h-13 gap-2.5 px-6 text-base",
};

export function buttonClass({ tone = "action", size = "medium" }: Look = {}, extra?: string): string {
  return classNames(
    "inline-flex items-center justify-center rounded text-center font-medium leading-tight no-underline select-none",
    "transition-[background-color,border-color,opacity,filter,transform] duration-200 ease-out active:translate-y-px active:scale-[0.985]",
    "disabled:pointer-events-none disabled:border-line disabled:bg-sunken disabled:text-muted",
    "[&_svg]:size-[1.15em] [&_svg]:shrink-0",
    tones[tone],
    sizes[size],
    extra,
  );
}

export function Button({ tone, size, className, type = "button", ...rest }: ComponentProps<"button"> & Look) {
  return <button type={type} className={buttonClass({ tone, size }, className)} {...rest} />;
}

/** Internal link that looks like a button. `data-cta` makes the analytics count its clicks. */
export function ButtonLink({
  tone,
  size,
  className,
  ...rest
}: ComponentProps<typeof Link> & Look & { className?: string }) {
  return <Link data-cta="" className={buttonClass({ tone, size }, className)} {...rest} />;
}

/** External link (tel:, https:, download) that looks like a button. */
export function ButtonAnchor({ tone, size, className, ...rest }: ComponentProps<"a"> & Look) {
  return rest.href && <a data-cta="" className={buttonClass({ tone, size }, className)} {...rest} />;
}
