/** Longest pause that a service may ask for. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;

/** Pause of a Retry-After header in milliseconds: seconds or a date (RFC 9110). Null without one. */
export function parseRetryAfter(value: string | null | undefined): number | null {
  if (!value) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : null;
}
