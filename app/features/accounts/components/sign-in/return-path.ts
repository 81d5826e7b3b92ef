/**
 * The page to go back to after signing in, as the address of /auth carries it: one of ours, never another site's
 * (`//evil.example`, `/\evil.example` and `javascript:` all lead elsewhere).
 */
export function safeReturnPath(next: string | null): string | null {
  if (!next?.startsWith("/")) return null;
  const here = "http://here.invalid";
  const url = URL.parse(next, here);
  if (url?.origin !== here || url.pathname === "/auth") return null;
  const path = url.pathname + url.search + url.hash;
  // "/.//evil.example" is read here as a path of ours, and what is left of it as another site.
  return path.startsWith("//") ? null : path;
}
