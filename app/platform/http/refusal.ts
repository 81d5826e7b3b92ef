/**
 * Features add refusals with `declare module "~/platform/http/refusal" { interface Refusals { … } }`.
 * app/refusals.server.ts maps them to responses.
 */
export interface Refusals {
  "not-allowed": unknown;
  "not-found": unknown;
  stale: { last?: { name: string; event: string; at: Date } };
  "too-many": { max: number };
  "not-failed": unknown;
  "not-sent": unknown;
  "key-reused": unknown;
  "rate-limited": { retryAfterSeconds: number };
}

export type Reason = keyof Refusals & string;

export type Refusal<Of extends Reason = Reason> = {
  [One in Of]: { ok: false; reason: One } & Refusals[One];
}[Of];

export type ReasonOf<Result> =
  Extract<Result, { ok: false }> extends { reason: infer Of } ? Extract<Of, Reason> : never;

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
