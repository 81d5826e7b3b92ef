/**
 * The one spelling of a path (of a URL that was parsed), for routing, for rendering and as the name under which a page is
 * kept: each part decoded once and encoded again, so that what is read of it is the same everywhere. Null for what no
 * address of ours has and browsers and servers read in several ways: control characters, `\`, and escapes that are none.
 */
export function plainPath(path: string): string | null {
  if (PLAIN.test(path)) return path;
  try {
    const parts = path.split("/").map((part) => decodeURIComponent(part));
    return parts.some((part) => REFUSED.test(part)) ? null : parts.map(encodeURIComponent).join("/");
  } catch {
    return null;
  }
}

/** Nothing to decode, and nothing that has to be encoded. */
const PLAIN = /^[\w./~-]*$/;
const REFUSED = /[\p{Cc}\\]/u;

/** The parts of a path as they are read. */
export function mapParts(path: string, change: (part: string) => string): string {
  return path
    .split("/")
    .map((part) => encodeURIComponent(change(decodeURIComponent(part))))
    .join("/");
}
