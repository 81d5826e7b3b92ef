/**
 * All expected refusals of the product, by reason, with what they carry. Each feature adds its own in its rule file with
 * `declare module "~/platform/http/refusal" { interface Refusals { "slot-taken": { alternatives: … } } }`.
 * What each is answered with, status and words, stands in one table: app/refusals.server.ts.
 */
export interface Refusals {
  "not-allowed": unknown;
  "not-found": unknown;
  /** Somebody changed it since the caller looked at it: who, what they did and when, where that is known. */
  stale: { last?: { name: string; move: string; at: Date } };
  /** There are as many as one may have. */
  "too-many": { max: number };
  /** A mail that went out, or is about to, is not sent again. */
  "not-failed": unknown;
  /** A mail that has not gone out, or of which nothing is left, has no copy. */
  "not-sent": unknown;
  /** An Idempotency-Key came with another body. */
  "key-reused": unknown;
  /** Tried too often: how long to wait. */
  "rate-limited": { retryAfterSeconds: number };
}

export type Reason = keyof Refusals & string;

/** What a command returns instead of doing what it was asked for. Nothing of it was done. */
export type Refusal<Of extends Reason = Reason> = {
  [One in Of]: { ok: false; reason: One } & Refusals[One];
}[Of];

/** The reasons among what a command returns. */
export type ReasonOf<Result> =
  Extract<Result, { ok: false }> extends { reason: infer Of } ? Extract<Of, Reason> : never;

/** `refuse("stale")`, `refuse("slot-taken", { alternatives })`. */
export function refuse<Of extends Reason>(
  reason: Of,
  ...[details]: unknown extends Refusals[Of]
    ? []
    : object extends Refusals[Of]
      ? [Refusals[Of]?]
      : [Refusals[Of]]
): Refusal<Of> {
  return { ok: false, reason, ...(details as object | undefined) } as Refusal<Of>;
}

export function isRefusal(result: unknown): result is Refusal {
  return typeof result === "object" && result !== null && "ok" in result && result.ok === false;
}
