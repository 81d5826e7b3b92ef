/** Logs an error (client-errors.ts), whose code is fetched with the first one. Never throws. */
export function reportClientError(error: unknown): void {
  import("./client-errors").then(
    ({ logClientError }) => logClientError(error),
    () => {},
  );
}

/** Logs what nobody caught, with high severity and without showing it to anybody (docs/domain.md, "Activity"). */
export function catchErrors(): void {
  window.addEventListener("error", (event) => reportClientError(event.error ?? event.message));
  window.addEventListener("unhandledrejection", (event) => reportClientError(event.reason));
}
