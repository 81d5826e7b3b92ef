const IDENTIFIER = /\d{4}|[0-9a-f]{8}-|@|%40|[?#]/;
const MAX_CHARACTERS = 200;

/**
 * /bookings/BK-2026-000001 becomes /bookings/:id. Pass `location.pathname`, because queries may contain keys.
 */
export function anonymizePath(pathname: string): string {
  const parts = pathname.split("/").map((part) => (IDENTIFIER.test(part) ? ":id" : part));
  return parts.join("/").slice(0, MAX_CHARACTERS);
}
