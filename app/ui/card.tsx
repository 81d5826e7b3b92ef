import type { ComponentProps } from "react";
import { classNames } from "./class-names";

/** A raised sheet of paper with a hairline. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div className={classNames("rounded-lg border border-line bg-surface p-5 sm:p-6", className)} {...rest} />
  );
}
