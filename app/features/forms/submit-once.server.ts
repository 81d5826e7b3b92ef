import type * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { ApiError, InvalidInput, tooManyRequests } from "~/platform/errors";
import { readInput } from "~/platform/http/api.server";
import type { Sent } from "~/platform/http/endpoint.server";
import { type Answer, answerOnce, findAnswer, hashBody } from "~/platform/http/idempotency.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import type { Refusal } from "~/platform/http/refusal";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { countWrongAnswer, type SecurityRefusal } from "./security-check.server";

/** 3 attempts per 60 seconds, per user or email (docs/domain.md, "Forms"). */
const SUBMIT_LIMIT = { most: 3, seconds: 60 };

/** What every form that anybody may send has. */
interface SecuredForm {
  email: string;
  securityCheck: { id: string; answer: number };
}

export interface Submission<Form extends SecuredForm, Refused> {
  /** Names its limit and its replays. */
  name: string;
  schema: z.ZodMiniType<Form>;
  /** Does what the form asks for, in the transaction that counts the attempt and stores the answer. */
  work: (ctx: Ctx, form: Form) => Promise<Answer | Refused | SecurityRefusal | Refusal<"not-allowed">>;
}

/**
 * The way of a form that anybody may send. The replayed answer comes first; then one transaction that counts the
 * attempt and does the work: what is refused leaves nothing but the count. Under the key's lock: the same call, sent
 * again before it was answered, is no attempt. Returns what `work` itself refuses, throws every other refusal.
 */
export async function submitOnce<Form extends SecuredForm, Refused extends { ok: false; reason: string }>(
  ctx: Ctx,
  { key, body, secret }: Sent,
  { name, schema, work }: Submission<Form, Refused>,
): Promise<Answer | Refused> {
  const once = { key, scope: `${name} ${userIdOf(ctx.actor) ?? ""}`, bodyHash: hashBody(body), secret };
  const known = await findAnswer(ctx, once);
  if (!known.ok) throw keyReused();
  if (known.answer) return known.answer;

  const form = readInput(body, schema);
  const answer = await answerOnce<Refused | SecurityRefusal | Refusal<"not-allowed"> | RateLimited>(
    ctx,
    once,
    async (ctx) => {
      const attempt = await countAttempt(ctx, `${name} ${userIdOf(ctx.actor) ?? form.email}`);
      return attempt.ok ? work(ctx, form) : attempt;
    },
  );
  if ("status" in answer) return answer;
  if (isRateLimited(answer)) throw tooManyAttempts(answer.retryAfterSeconds);
  switch (answer.reason) {
    case "key-reused":
      throw keyReused();
    case "not-allowed":
      throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
    case "security-wrong":
      await countWrongAnswer(ctx, form.securityCheck.id);
      throw new InvalidInput({ securityCheck: m.booking_error_security_wrong() }, m.common_error_invalid());
    case "security-expired":
      throw new InvalidInput({ securityCheck: m.booking_error_security_expired() }, m.common_error_invalid());
    default:
      return answer as Refused;
  }
}

type RateLimited = { ok: false; reason: "rate-limited"; retryAfterSeconds: number };

function isRateLimited(refused: { reason: string }): refused is RateLimited {
  return refused.reason === "rate-limited";
}

async function countAttempt(ctx: Ctx, key: string): Promise<{ ok: true } | RateLimited> {
  const attempt = await takeAttempt(ctx, { key, ...SUBMIT_LIMIT });
  if (attempt.ok) return attempt;
  await recordSecurityEvent(ctx, { type: "rate_limit", message: "Too many attempts to send a form" });
  return { ok: false, reason: "rate-limited", retryAfterSeconds: attempt.retryAfterSeconds };
}

/** Says how long to wait. */
export function tooManyAttempts(seconds: number): ApiError {
  return tooManyRequests(seconds, m.booking_error_too_many({ seconds }));
}

function keyReused(): ApiError {
  return new ApiError(422, "key-reused", m.booking_error_idempotency_reused());
}
