import { type RefObject, useLayoutEffect } from "react";
import { lastEarlyClickTarget } from "~/platform/browser/early-clicks";

/** Repeats the last click on a button before hydration, unless another interaction followed. */
export function useReplayClick(within: RefObject<HTMLElement | null>): void {
  // A passive effect could run after a new click.
  useLayoutEffect(() => {
    // Submit, command and popover buttons work without JavaScript.
    const button = lastEarlyClickTarget()?.closest<HTMLElement>(
      'button[type="button"]:not([command], [popovertarget])',
    );
    if (button && within.current?.contains(button)) button.click();
  }, [within]);
}
