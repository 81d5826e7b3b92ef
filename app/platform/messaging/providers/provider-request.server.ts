import { parseRetryAfter } from "../../http/retry-after";
import type { SendOutcome } from "../channel";

/** Within the lease of a message. */
const TIMEOUT_MS = 10_000;

/** Errors before the request reached the provider. */
const UNSENT_CODES = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

type Failure = Exclude<SendOutcome, { outcome: "sent" }>;

export type ProviderResponse = { ok: true; body: unknown } | { ok: false; failure: Failure };

/**
 * `describeError`: the provider's reason, whether the recipient opted out, a limit was reached or our account was
 * refused, from the body of a rejection.
 */
export async function requestProvider(
  url: string,
  init: RequestInit,
  describeError: (
    body: unknown,
    status: number,
  ) => { reason: string; isOptedOut?: boolean; isThrottled?: boolean; isAccountRefused?: boolean },
): Promise<ProviderResponse> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    body = parseJson(await response.text());
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
  if (response.ok) return { ok: true, body };
  const { status, headers } = response;
  const { isThrottled, isAccountRefused, ...described } = describeError(body, status);
  if (status === 429 || isThrottled) {
    const retryAfterMs = parseRetryAfter(headers.get("Retry-After"));
    return { ok: false, failure: { outcome: "postponed", reason: described.reason, retryAfterMs } };
  }
  // Wrong credentials and an empty balance are repaired by the operator, so that the message waits.
  if (status === 401 || status === 402 || status === 403 || isAccountRefused)
    return { ok: false, failure: accountRefused(described.reason) };
  if (status >= 500 || status === 408) {
    return { ok: false, failure: { outcome: "unanswered", reason: described.reason } };
  }
  return { ok: false, failure: { outcome: "rejected", ...described } };
}

export function accountRefused(reason: string): Extract<Failure, { outcome: "postponed" }> {
  return { outcome: "postponed", reason, retryAfterMs: null, isAccountRefused: true };
}

function failureOf(error: unknown): Failure {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : null;
  const reason = code ? `${message} (${code})` : message;
  return code && UNSENT_CODES.has(code)
    ? { outcome: "postponed", reason, retryAfterMs: null }
    : { outcome: "unanswered", reason };
}

/** Null for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
