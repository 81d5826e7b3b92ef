declare global {
  interface Window {
    /** The latest clicks, oldest first, from before the page's code on (late-code.ts). */
    earlyClicks?: Event[];
  }
}

/** An inline script: what a visitor presses before the code is there must not be lost. */
export const RECORD_CLICKS_SCRIPT = `
  const clicks = window.earlyClicks = [];
  addEventListener("click", (click) => {
    clicks.push(click);
    if (clicks.length > 20) clicks.shift();
  }, true);`;

let taken = false;

/** The clicks so far, for whoever counts them: once, as later ones can be listened for. */
export function takeEarlyClicks(): readonly Event[] {
  if (taken) return [];
  taken = true;
  return [...(window.earlyClicks ?? [])];
}

/**
 * What the visitor clicked last, if the click is over: whoever asks has only just got its code, and the click went by. Null
 * while a click is on its way, which arrives by itself.
 */
export function lastEarlyClickTarget(): Element | null {
  const last = window.earlyClicks?.at(-1);
  return last?.eventPhase === Event.NONE && last.target instanceof Element ? last.target : null;
}

/** What of the page the visitor clicked last among some, where that click is over. */
export function lastEarlyClickOn(selector: string): HTMLElement | null {
  for (const click of (window.earlyClicks ?? []).toReversed()) {
    const found = click.target instanceof Element ? click.target.closest<HTMLElement>(selector) : null;
    if (found?.isConnected) return click.eventPhase === Event.NONE ? found : null;
  }
  return null;
}
