const clicks: Event[] = [];

function keep(click: Event): void {
  clicks.push(click);
}

/** The code that counts comes late; on a phone the first touch of a page may be the call. Returns the way to stop. */
export function keepEarlyClicks(): () => void {
  document.addEventListener("click", keep, true);
  return () => document.removeEventListener("click", keep, true);
}

/** Hands over the clicks so far, and keeps no more. */
export function takeEarlyClicks(): Event[] {
  document.removeEventListener("click", keep, true);
  return clicks.splice(0);
}
