import type { ComponentProps } from "react";
import { classNames } from "./class-names";

const tones = {
  plain: "border-line bg-surface",
  calm: "border-transparent bg-calm-soft text-calm-text",
  sunken: "border-line bg-sunken",
};

export function Card({
  tone = "plain",
  className,
  ...rest
}: ComponentProps<"div"> & { tone?: keyof typeof tones }) {
  return <div className={classNames("rounded-lg border p-5 sm:p-6", tones[tone], className)} {...rest} />;
}
