/**
 * Return path after signing in, from the address of /auth. Only paths of this site are accepted, because
 * `//evil.example`, `/\evil.example` and `javascript:` are open redirects.
 */
export function safeReturnPath(next: string | null): string | null {
  if (!next?.startsWith("/")) return null;
  const here = "http://here.invalid";
  const url = URL.parse(next, here);
  if (url?.origin !== here || url.pathname === "/auth") return null;
  const path = url.pathname + url.search + url.hash;
  // "/.//evil.example" resolves to a path here, but its rest names another site.
  return path.startsWith("//") ? null : path;
}
