import type * as z from "zod/mini";
import { userIdOf } from "~/platform/auth/actor";
import { roleMay } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { readInput } from "~/platform/http/api.server";
import type { RawSubmission } from "~/platform/http/endpoint.server";
import {
  type Answer,
  findStoredResponse,
  hashBody,
  type KeyReused,
  runIdempotent,
} from "~/platform/http/idempotency.server";
import { clientNetwork, NETWORKS_OF_SITE, siteOfNetwork } from "~/platform/http/limits/client-address.server";
import { type Attempt, takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { isRefusal, type Reason, type Refusal, refuse } from "~/platform/http/refusal";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { countWrongAnswer } from "./security-check.server";
import { NETWORK_LIMIT, SUBMIT_LIMIT } from "./submit-limit";

interface SecuredForm {
  email: string;
  securityCheck: { id: string; answer: number };
}

export interface Submission<Form extends SecuredForm, Result> {
  /** Name of its rate limit and stored responses. */
  name: string;
  schema: z.ZodMiniType<Form>;
  /** Runs in the transaction that counts the attempt and stores the answer. */
  operation: (ctx: Ctx, form: Form) => Promise<Result>;
  reply: (ctx: Ctx, done: Exclude<Result, { ok: false }>) => Promise<Answer["body"]> | Answer["body"];
  /** True: `NETWORK_LIMIT` applies to visitors and customers. */
  isLimitedByNetwork?: boolean;
  /** Refusals stored as final response. Other refusals free the key. */
  finalRefusals?: readonly Reason[];
}

/**
 * Repeats a stored response first. Otherwise one transaction counts the attempt and does the work; a refusal
 * keeps only the count. Repeats of an unanswered call do not count.
 */
export async function submitOnce<Form extends SecuredForm, Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  { key, body, secret, asError }: RawSubmission,
  {
    name,
    schema,
    operation,
    reply,
    isLimitedByNetwork = false,
    finalRefusals = [],
  }: Submission<Form, Result>,
): Promise<Answer | Extract<Result, Refusal> | KeyReused | Refusal<"rate-limited">> {
  const once = { key, scope: `${name} ${userIdOf(ctx.actor) ?? ""}`, bodyHash: hashBody(body), secret };
  const known = await findStoredResponse(ctx, once);
  if (!known.ok) return known;
  if (known.answer) return known.answer;

  const form = readInput(body, schema);
  const limit = { key: `${name} ${userIdOf(ctx.actor) ?? form.email}`, ...SUBMIT_LIMIT };
  const answer = await runIdempotent<Extract<Result, Refusal> | Refusal<"rate-limited">>(
    ctx,
    once,
    async (ctx) => {
      const attempt = await countAttempt(ctx, limit, "Too many attempts to send a form");
      if (!attempt.ok) return attempt;
      const run = (ctx: Ctx) => operation(ctx, form);
      const result = isLimitedByNetwork ? await runWithinNetworkLimit(ctx, name, run) : await run(ctx);
      if (!result.ok)
        return finalRefusals.includes(result.reason) ? asError(result) : (result as Extract<Result, Refusal>);
      return { status: 200, body: await reply(ctx, result as Exclude<Result, { ok: false }>) };
    },
  );
  if (isRefusal(answer) && answer.reason === "security-wrong") {
    await countWrongAnswer(ctx, form.securityCheck.id);
  }
  return answer;
}

/** Counts stored submissions only. Beyond the limit the submission is rolled back. */
async function runWithinNetworkLimit<Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  name: string,
  run: (ctx: Ctx) => Promise<Result>,
): Promise<Result | Refusal<"rate-limited">> {
  let room: Attempt = { ok: true };
  const result = await inTransaction(ctx, async (ctx): Promise<Result | Refusal<"rate-limited">> => {
    const done = await run(ctx);
    if (!done.ok) return done;
    room = await takeFromNetworkLimit(ctx, name);
    return room.ok ? done : refuse("rate-limited", { retryAfterSeconds: room.retryAfterSeconds });
  });
  if (!room.ok)
    await recordSecurityEvent(ctx, { type: "rate_limit", message: "Too many forms from one network" });
  return result;
}

/** A /48 of IPv6 has the limit of several networks. The office is exempt, because it enters requests by phone. */
async function takeFromNetworkLimit(ctx: Ctx, name: string): Promise<Attempt> {
  if (!ctx.clientIp || roleMay(ctx.actor.role, "bookings.manage")) return { ok: true };
  const { max, seconds } = NETWORK_LIMIT;
  const network = clientNetwork(ctx.clientIp);
  const site = siteOfNetwork(network);
  const ofNetwork = await takeAttempt(ctx, { key: `stored ${name} ${network}`, max, seconds });
  if (!ofNetwork.ok || site === null) return ofNetwork;
  return takeAttempt(ctx, { key: `stored ${name} ${site}`, max: NETWORKS_OF_SITE * max, seconds });
}

/** Records a security event above the limit. */
export async function countAttempt(
  ctx: Ctx,
  limit: Parameters<typeof takeAttempt>[1],
  message: string,
): Promise<{ ok: true } | Refusal<"rate-limited">> {
  const attempt = await takeAttempt(ctx, limit);
  if (attempt.ok) return attempt;
  await recordSecurityEvent(ctx, { type: "rate_limit", message });
  return refuse("rate-limited", { retryAfterSeconds: attempt.retryAfterSeconds });
}
