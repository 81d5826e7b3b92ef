/** Reports an error and never throws. The code is imported on demand, to keep it out of the first load. */
export function reportClientError(error: unknown): void {
  import("./client-errors").then(
    ({ logClientError }) => logClientError(error),
    () => {},
  );
}

export function catchErrors(): void {
  window.addEventListener("error", (event) => reportClientError(event.error ?? event.message));
  window.addEventListener("unhandledrejection", (event) => reportClientError(event.reason));
}
