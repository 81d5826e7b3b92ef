/**
 * Expected refusals by reason, with their data. Features add theirs with `declare module
 * "~/platform/http/refusal" { interface Refusals { "slot-taken": { alternatives: … } } }`.
 * app/refusals.server.ts maps them to status and message.
 */
export interface Refusals {
  "not-allowed": unknown;
  "not-found": unknown;
  /** The record changed since the caller read it. `last`: latest change, if known. */
  stale: { last?: { name: string; move: string; at: Date } };
  "too-many": { max: number };
  /** A mail that was sent or is queued cannot be retried. */
  "not-failed": unknown;
  /** An unsent or erased mail cannot be copied. */
  "not-sent": unknown;
  /** An Idempotency-Key was reused with another body. */
  "key-reused": unknown;
  "rate-limited": { retryAfterSeconds: number };
}

export type Reason = keyof Refusals & string;

/** Returned by a command that changed nothing. */
export type Refusal<Of extends Reason = Reason> = {
  [One in Of]: { ok: false; reason: One } & Refusals[One];
}[Of];

/** Refusal reasons that a command may return. */
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
