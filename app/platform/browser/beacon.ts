/** Tells the server something that nobody waits for. It outlives the page; without a connection it is lost. */
export function sendBeacon(path: string, body: unknown): void {
  navigator.sendBeacon?.(path, new Blob([JSON.stringify(body)], { type: "application/json" }));
}
