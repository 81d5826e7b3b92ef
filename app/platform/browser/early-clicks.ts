declare global {
  interface Window {
    /** Latest clicks, oldest first, recorded before the page's code has loaded (deferred-scripts.ts). */
    earlyClicks?: Event[];
  }
}

/** Inline script that records clicks, so that none is lost before hydration. */
export const RECORD_CLICKS_SCRIPT = `
  const clicks = window.earlyClicks = [];
  addEventListener("click", (click) => {
    clicks.push(click);
    if (clicks.length > 20) clicks.shift();
  }, true);`;

let taken = false;

/** Early clicks for click counting. Returns them once, because later clicks have listeners. */
export function takeEarlyClicks(): readonly Event[] {
  if (taken) return [];
  taken = true;
  return [...(window.earlyClicks ?? [])];
}

/**
 * Target of the latest click if its dispatch is over, which means that newly loaded code missed it. Null
 * during a dispatch, because listeners still receive that click.
 */
export function lastEarlyClickTarget(): Element | null {
  const last = window.earlyClicks?.at(-1);
  return last?.eventPhase === Event.NONE && last.target instanceof Element ? last.target : null;
}

/** Latest clicked element that matches the selector, if that click's dispatch is over. */
export function lastEarlyClickOn(selector: string): HTMLElement | null {
  for (const click of (window.earlyClicks ?? []).toReversed()) {
    const found = click.target instanceof Element ? click.target.closest<HTMLElement>(selector) : null;
    if (found?.isConnected) return click.eventPhase === Event.NONE ? found : null;
  }
  return null;
}
