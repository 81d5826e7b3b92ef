import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { m } from "~/paraglide/messages";
import { seal, unseal } from "../auth/links/seal.server";
import type { Ctx } from "../context";
import { inTransaction } from "../database/transaction.server";
import { InvalidInput } from "../errors";
import { addMinutes } from "../time";
import "../table";

/** For how long an answer is kept and given again. */
const KEPT_MIN = 24 * 60;

export interface Answer {
  status: ContentfulStatusCode;
  body: Record<string, unknown>;
}

/** One call that must happen once, however often it is sent. */
export interface OnceKey {
  /** The Idempotency-Key header; none: the call is simply made. */
  key: string | undefined;
  /** The endpoint, and the person where one is signed in. */
  scope: string;
  bodyHash: string;
  /** The product's own, which is in no database: it seals the keys of links in what is stored. */
  secret: string;
}

/** As Stripe's: the longest key that is taken. */
const MAX_KEY_LENGTH = 255;

/** The Idempotency-Key of a request, if it has one. Throws `InvalidInput` for one too long to be told from another. */
export function idempotencyKeyOf(c: Context): string | undefined {
  const key = c.req.header("Idempotency-Key")?.trim();
  if (key && key.length > MAX_KEY_LENGTH) {
    throw new InvalidInput(
      { "Idempotency-Key": m.common_error_key_long({ max: MAX_KEY_LENGTH }) },
      m.common_error_key_long({ max: MAX_KEY_LENGTH }),
    );
  }
  return key || undefined;
}

/** The same for equal JSON, whatever the order of its keys; a call without a body has one, too. */
export function hashBody(body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(body)) ?? "")
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

export type KeyReused = { ok: false; reason: "key-reused" };

/** The answer that this call already got, if any; a key that came with another body is refused. */
export async function findAnswer(
  ctx: Ctx,
  once: OnceKey,
): Promise<{ ok: true; answer: Answer | null } | KeyReused> {
  if (!once.key) return { ok: true, answer: null };
  const row = await ctx.db
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("scope", "=", once.scope)
    .where("key", "=", once.key)
    .where("created_at", ">", addMinutes(ctx.now, -KEPT_MIN))
    .executeTakeFirst();
  if (!row) return { ok: true, answer: null };
  if (row.body_hash !== once.bodyHash) return { ok: false, reason: "key-reused" };
  if (row.status === null || row.response === null) return { ok: true, answer: null };
  return {
    ok: true,
    answer: { status: row.status as ContentfulStatusCode, body: withKeys(row.response, once.secret) },
  };
}

/**
 * Makes a call once: its answer is stored in the transaction that did the work, so that there is never one without
 * the other. A second call with the same key waits for the first and gets its answer, the same to the byte. A refusal
 * (`ok: false`) of `work` stores no answer, and the key stays free; what `work` itself wrote stays, such as an attempt
 * that counts: a part that must leave nothing behind runs in `inTransaction`.
 */
export async function answerOnce<Refused extends { ok: false; reason: string }>(
  ctx: Ctx,
  once: OnceKey,
  work: (ctx: Ctx) => Promise<Answer | Refused>,
): Promise<Answer | Refused | KeyReused> {
  const { key } = once;
  const { result } = await inTransaction(ctx, async (ctx) => ({
    result: key ? await underKey(ctx, { ...once, key }, work) : await work(ctx),
  }));
  return result;
}

async function underKey<Refused extends { ok: false; reason: string }>(
  ctx: Ctx,
  once: OnceKey & { key: string },
  work: (ctx: Ctx) => Promise<Answer | Refused>,
): Promise<Answer | Refused | KeyReused> {
  const { key, scope } = once;
  const taken = await ctx.db
    .insertInto("idempotency_keys")
    .values({ key, scope, body_hash: once.bodyHash, status: null, response: null, created_at: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(["scope", "key"])
        .doUpdateSet({ body_hash: once.bodyHash, status: null, response: null, created_at: ctx.now })
        .where("idempotency_keys.created_at", "<=", addMinutes(ctx.now, -KEPT_MIN)),
    )
    .returning("key")
    .executeTakeFirst();
  if (!taken) {
    const known = await findAnswer(ctx, once);
    if (!known.ok) return known;
    if (known.answer) return known.answer;
    throw new Error("An answered call has no answer stored");
  }
  const result = await work(ctx);
  if (!("status" in result)) {
    await ctx.db.deleteFrom("idempotency_keys").where("scope", "=", scope).where("key", "=", key).execute();
    return result;
  }
  // Answered as it was stored: jsonb has its own order of keys, and a replay must not differ.
  const { response } = await ctx.db
    .updateTable("idempotency_keys")
    .set({ status: result.status, response: withoutKeys(result.body, once.secret) })
    .where("scope", "=", scope)
    .where("key", "=", key)
    .returning("response")
    .executeTakeFirstOrThrow();
  return { status: result.status, body: response ? withKeys(response, once.secret) : result.body };
}

/** The key of a link (link-keys.server.ts), in an answer's JSON. */
const LINK_KEY = /(?<=[?&]key=)[\w.-]+/g;
const SEALED_KEY = /(?<=[?&]key=)~([\w-]+)/g;
const PURPOSE = "stored answers";

/** The answer as it is stored: whoever reads the database opens no link with it. */
function withoutKeys(body: Answer["body"], secret: string): string {
  return JSON.stringify(body).replace(
    LINK_KEY,
    (key) => `~${seal(key, secret, PURPOSE).toString("base64url")}`,
  );
}

function withKeys(stored: Answer["body"], secret: string): Answer["body"] {
  const opened = JSON.stringify(stored).replace(SEALED_KEY, (_, sealed: string) =>
    unseal(Buffer.from(sealed, "base64url"), secret, PURPOSE),
  );
  return JSON.parse(opened);
}

/** Removes answers that are too old to be given again. */
export async function purgeIdempotencyKeys(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<=", addMinutes(ctx.now, -KEPT_MIN))
    .execute();
}
