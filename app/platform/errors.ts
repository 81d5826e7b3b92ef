/**
 * What the API answers other than success, thrown from anywhere below and mapped to HTTP in one place
 * (app/platform/http/api-errors.server.ts). Expected refusals of a command are returned instead (`{ ok: false }`).
 */
export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 422 | 429,
    /** What a program reads. */
    readonly reason: string,
    /** What a person reads, from the message catalogue. */
    message: string,
    readonly extra: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  /** What the call is answered with. */
  get body(): Record<string, unknown> {
    return { success: false, reason: this.reason, message: this.message, ...this.extra };
  }
}

/** A limit was reached. The seconds until there is room again stand in the answer and in its header. */
export function tooManyRequests(seconds: number, message: string): ApiError {
  return new ApiError(
    429,
    "rate-limited",
    message,
    { retryAfterSeconds: seconds },
    { "Retry-After": String(seconds) },
  );
}

/** Input that breaks a rule: a message in words a person understands beside each field. */
export class InvalidInput extends ApiError {
  constructor(
    readonly errors: Record<string, string>,
    message: string,
  ) {
    super(400, "invalid", message, { errors });
  }
}
