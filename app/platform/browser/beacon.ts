/** Delivered even if the page closes; lost without a connection. */
export function sendBeacon(path: string, body: unknown): void {
  navigator.sendBeacon?.(path, new Blob([JSON.stringify(body)], { type: "application/json" }));
}
