import { m } from "~/paraglide/messages";
import { localPath } from "../locale/locale";

/**
 * The browser's way to our API, which answers in the page's language. Answers are JSON; whatever is not a success is thrown as an `HttpError` that carries
 * the API's reason, words and further fields.
 */
export class HttpError extends Error {
  override name = "HttpError";

  constructor(
    /** HTTP status; 0 when no answer came at all. */
    readonly status: number,
    /** For people, from the message catalogue. */
    message: string,
    /** For the program: "stale", "slot-taken" …; "offline" when no answer came. */
    readonly reason: string,
    /** The whole answer: `errors` by field, `alternatives`, `retryAfterSeconds`, `requestId` … */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

type QueryValue = string | number | boolean | null | undefined;

/** Empty values are left out of the query. */
export function getJson<Answer>(
  path: string,
  query: Record<string, QueryValue> = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return request<Answer>(search.size > 0 ? `${path}?${search}` : path, { signal });
}

/**
 * Sends an unsafe POST. Whoever may send the same thing again (after a broken connection, or on the next click) keeps
 * the `idempotencyKey`, so that it is done once; without one, each call is a new one.
 */
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

/** An unguessable key. Not `crypto.randomUUID`, which pages served over plain HTTP in an office do not have. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

async function request<Answer>(path: string, init: RequestInit): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(localPath(path), { ...init, credentials: "same-origin" });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new HttpError(0, m.common_offline(), "offline");
  }
  // A proxy in between answers in HTML when it gives up: that is a failure, with or without a 200.
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

/** Notes that a limit was reached. Its code is fetched when it is needed, as every page loads this file. */
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
