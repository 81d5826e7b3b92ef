/** Path segments that identify a booking, person or key. */
const IDENTIFIER = /\d{4}|[0-9a-f]{8}-|@|%40|[?#]/;
const MAX_CHARACTERS = 200;

/**
 * Replaces identifying segments, so that the path can be stored: /bookings/BK-2026-000001 becomes
 * /bookings/:id. Pass `location.pathname` without query and hash, which may contain keys.
 */
export function anonymizePath(pathname: string): string {
  const parts = pathname.split("/").map((part) => (IDENTIFIER.test(part) ? ":id" : part));
  return parts.join("/").slice(0, MAX_CHARACTERS);
}
