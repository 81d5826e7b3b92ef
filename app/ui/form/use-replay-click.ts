import { type RefObject, useLayoutEffect } from "react";
import { lastEarlyClickTarget } from "~/platform/browser/early-clicks";

/** A button within that was pressed before its code was there is pressed again, unless the visitor has gone on to something else. */
export function useReplayClick(within: RefObject<HTMLElement | null>): void {
  // Not an effect that may come later: by then a click could have been answered.
  useLayoutEffect(() => {
    // The others, which open or send something, need no code.
    const button = lastEarlyClickTarget()?.closest<HTMLElement>('button[type="button"]:not([command])');
    if (button && within.current?.contains(button)) button.click();
  }, [within]);
}
