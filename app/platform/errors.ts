/** Thrown error response (http/api-errors.server.ts). Commands return expected refusals instead. */
export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 422 | 429,
    readonly reason: string,
    message: string,
    readonly extra: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  get body(): Record<string, unknown> {
    return { success: false, reason: this.reason, message: this.message, ...this.extra };
  }
}

export function tooManyRequests(seconds: number, message: string): ApiError {
  return new ApiError(
    429,
    "rate-limited",
    message,
    { retryAfterSeconds: seconds },
    { "Retry-After": String(seconds) },
  );
}

/** `errors`: localized message by field. */
export class InvalidInput extends ApiError {
  constructor(
    readonly errors: Record<string, string>,
    message: string,
  ) {
    super(400, "invalid", message, { errors });
  }
}
