declare global {
  interface Window {
    earlyClicks?: Event[];
  }
}

/** Records clicks, so that none is lost before hydration. */
export const RECORD_CLICKS_SCRIPT = `
  const clicks = window.earlyClicks = [];
  addEventListener("click", (click) => {
    clicks.push(click);
    if (clicks.length > 20) clicks.shift();
  }, true);`;

let isTaken = false;

/** Returns the clicks only once, because later ones have listeners. */
export function takeEarlyClicks(): readonly Event[] {
  if (isTaken) return [];
  isTaken = true;
  return [...(window.earlyClicks ?? [])];
}

/** Target of the last early click. Null during its dispatch, because listeners still receive the click. */
export function lastEarlyClickTarget(): Element | null {
  const last = window.earlyClicks?.at(-1);
  return last?.eventPhase === Event.NONE && last.target instanceof Element ? last.target : null;
}

export function lastEarlyClickOn(selector: string): HTMLElement | null {
  for (const click of (window.earlyClicks ?? []).toReversed()) {
    const found = click.target instanceof Element ? click.target.closest<HTMLElement>(selector) : null;
    if (found?.isConnected) return click.eventPhase === Event.NONE ? found : null;
  }
  return null;
}
