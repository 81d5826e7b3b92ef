import { classNames } from "../class-names";

/** A quiet shape in the place of what is still on its way; sized by its class. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("skeleton", className)} />;
}
