/**
 * Canonical path for routing and cache keys. Null for characters that browsers and servers interpret
 * differently.
 */
export function normalizePath(path: string): string | null {
  if (PLAIN.test(path)) return path;
  try {
    const parts = path.split("/").map((part) => decodeURIComponent(part));
    return parts.some((part) => REFUSED.test(part)) ? null : parts.map(encodeURIComponent).join("/");
  } catch {
    return null;
  }
}

/** Matches paths that need neither decoding nor encoding. */
const PLAIN = /^[\w./~-]*$/;
const REFUSED = /[\p{Cc}\\]/u;

export function mapPathSegments(path: string, change: (part: string) => string): string {
  return path
    .split("/")
    .map((part) => encodeURIComponent(change(decodeURIComponent(part))))
    .join("/");
}
