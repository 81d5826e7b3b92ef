/** One booking, one person, one key: a part of a path that should be counted together with all others of its kind. */
const NAMES_ONE = /\d{4}|[0-9a-f]{8}-|@|%40|[?#]/;
const MAX_CHARACTERS = 200;

/**
 * A page's path as it may be kept: /bookings/BK-2026-000001 becomes /bookings/:id. Search and hash, where keys ride,
 * are no part of a path: give `location.pathname`.
 */
export function countedPath(pathname: string): string {
  const parts = pathname.split("/").map((part) => (NAMES_ONE.test(part) ? ":id" : part));
  return parts.join("/").slice(0, MAX_CHARACTERS);
}
