/** Origins that may send requests, including both loopback names. Ignores the Host header, which clients can forge. */
export function trustedOrigins(publicUrl: string): string[] {
  const { origin, hostname } = new URL(publicUrl);
  const sibling = { localhost: "127.0.0.1", "127.0.0.1": "localhost" }[hostname];
  return sibling ? [origin, origin.replace(hostname, sibling)] : [origin];
}
