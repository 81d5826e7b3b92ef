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

let taken = false;

/** Only once, because later clicks have listeners. */
export function takeEarlyClicks(): readonly Event[] {
  if (taken) return [];
  taken = true;
  return [...(window.earlyClicks ?? [])];
}

/** Null while the click is dispatched, because listeners still receive it. */
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
