import { m } from "~/paraglide/messages";
import { localPath } from "../locale/locale";

export class HttpError extends Error {
  override name = "HttpError";

  constructor(
    /** 0 without a response. */
    readonly status: number,
    message: string,
    /** "stale", "slot-taken" …; "offline" without a response, also after the time limit. */
    readonly reason: string,
    /** Response body: `errors` by field, `alternatives`, `retryAfterSeconds`, `requestId` … */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** Time limit for an answer, in milliseconds. The caller may repeat the call with its idempotency key. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Slowest connection that a large body gets more time for, in bytes per millisecond. */
const SLOW_UPLOAD_RATE = 10;

type QueryValue = string | number | boolean | null | undefined;

export function getJson<Answer>(
  path: string,
  query: Record<string, QueryValue> = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if ((value ?? "") !== "") search.set(name, String(value));
  }
  return request<Answer>(search.size > 0 ? `${path}?${search}` : path, { signal });
}

/** Reuse the key when repeating a request, so that it takes effect once. */
export function postJson<Answer>(
  path: string,
  body: unknown,
  idempotencyKey = newKey(),
  signal?: AbortSignal,
): Promise<Answer> {
  return request<Answer>(path, {
    method: "POST",
    signal,
    headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
    body: JSON.stringify(body),
  });
}

/** `crypto.randomUUID` is missing on pages served over plain HTTP. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

async function request<Answer>(
  path: string,
  { signal, ...init }: RequestInit & { body?: string },
): Promise<Answer> {
  const uploadMs = Math.ceil((init.body?.length ?? 0) / SLOW_UPLOAD_RATE);
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS + uploadMs);
  let response: Response;
  try {
    response = await fetch(localPath(path), {
      ...init,
      // Firefox before 124 cannot combine signals.
      signal: signal ? (AbortSignal.any?.([signal, timeout]) ?? signal) : timeout,
      credentials: "same-origin",
    });
  } catch (error) {
    const { name } = error as Error;
    if (name === "AbortError") throw error;
    throw new HttpError(0, name === "TimeoutError" ? m.common_no_answer() : m.common_offline(), "offline");
  }
  // Proxies may answer in HTML, even with status 200.
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && isRecord(body)) return body as Answer;
  const answer = isRecord(body) ? body : {};
  if (response.status === 429) logLimit(path);
  throw new HttpError(
    response.status,
    typeof answer.message === "string" ? answer.message : m.common_unexpected_answer(),
    typeof answer.reason === "string" ? answer.reason : "error",
    answer,
  );
}

export function logLimit(path: string): void {
  import("../incidents/security-log").then(
    (log) =>
      log.logSecurityEvent("rate_limit", "Too many requests", { metadata: { path: path.split("?")[0] } }),
    () => {},
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
