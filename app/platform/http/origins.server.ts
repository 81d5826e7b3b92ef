/**
 * The origins whose pages may act for the person signed in. A product that is reached on this machine only is reached
 * by both names of the machine. The Host header is never believed: a request can carry any.
 */
export function trustedOrigins(publicUrl: string): string[] {
  const { origin, hostname } = new URL(publicUrl);
  const sibling = { localhost: "127.0.0.1", "127.0.0.1": "localhost" }[hostname];
  return sibling ? [origin, origin.replace(hostname, sibling)] : [origin];
}
