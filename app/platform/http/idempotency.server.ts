import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { m } from "~/paraglide/messages";
import { seal, unseal } from "../auth/links/seal.server";
import type { Ctx } from "../context";
import { inTransaction } from "../database/transaction.server";
import { InvalidInput } from "../errors";
import { addMinutes } from "../time";

const RETENTION_MIN = 24 * 60;

export interface Answer {
  status: ContentfulStatusCode;
  body: Record<string, unknown>;
}

export interface IdempotencyKey {
  key: string | undefined;
  scope: string;
  bodyHash: string;
  /** Encrypts link keys in stored responses. */
  secret: string;
}

const MAX_KEY_LENGTH = 255;

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

export async function findStoredResponse(
  ctx: Ctx,
  once: IdempotencyKey,
): Promise<{ ok: true; answer: Answer | null } | KeyReused> {
  if (!once.key) return { ok: true, answer: null };
  const row = await ctx.db
    .selectFrom("idempotencyKeys")
    .selectAll()
    .where("scope", "=", once.scope)
    .where("key", "=", once.key)
    .where("createdAt", ">", addMinutes(ctx.now, -RETENTION_MIN))
    .executeTakeFirst();
  if (!row) return { ok: true, answer: null };
  if (row.bodyHash !== once.bodyHash) return { ok: false, reason: "key-reused" };
  if (row.status === null || row.response === null) return { ok: true, answer: null };
  return {
    ok: true,
    answer: { status: row.status as ContentfulStatusCode, body: unsealLinkKeys(row.response, once.secret) },
  };
}

/**
 * Stores the response in the transaction of `operation`. A concurrent call with the same key waits and gets
 * an identical response. A refusal frees the key but keeps counted attempts.
 */
export async function runIdempotent<Refused extends { ok: false; reason: string }>(
  ctx: Ctx,
  once: IdempotencyKey,
  operation: (ctx: Ctx) => Promise<Answer | Refused>,
): Promise<Answer | Refused | KeyReused> {
  const { key } = once;
  const { result } = await inTransaction(ctx, async (ctx) => ({
    result: key ? await runWithKey(ctx, { ...once, key }, operation) : await operation(ctx),
  }));
  return result;
}

async function runWithKey<Refused extends { ok: false; reason: string }>(
  ctx: Ctx,
  once: IdempotencyKey & { key: string },
  operation: (ctx: Ctx) => Promise<Answer | Refused>,
): Promise<Answer | Refused | KeyReused> {
  const { key, scope } = once;
  const reserved = await ctx.db
    .insertInto("idempotencyKeys")
    .values({ key, scope, bodyHash: once.bodyHash, status: null, response: null, createdAt: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(["scope", "key"])
        .doUpdateSet({ bodyHash: once.bodyHash, status: null, response: null, createdAt: ctx.now })
        .where("idempotencyKeys.createdAt", "<=", addMinutes(ctx.now, -RETENTION_MIN)),
    )
    .returning("key")
    .executeTakeFirst();
  if (!reserved) {
    const known = await findStoredResponse(ctx, once);
    if (!known.ok) return known;
    if (known.answer) return known.answer;
    throw new Error("An answered call has no answer stored");
  }
  const result = await operation(ctx);
  if (!("status" in result)) {
    await ctx.db.deleteFrom("idempotencyKeys").where("scope", "=", scope).where("key", "=", key).execute();
    return result;
  }
  // Reads the stored response back, because jsonb reorders keys and a replay must be identical.
  const { response } = await ctx.db
    .updateTable("idempotencyKeys")
    .set({ status: result.status, response: sealLinkKeys(result.body, once.secret) })
    .where("scope", "=", scope)
    .where("key", "=", key)
    .returning("response")
    .executeTakeFirstOrThrow();
  return { status: result.status, body: response ? unsealLinkKeys(response, once.secret) : result.body };
}

const LINK_KEY = /(?<=[?&]key=)[\w.-]+/g;
const SEALED_KEY = /(?<=[?&]key=)~([\w-]+)/g;
const PURPOSE = "stored answers";

/** Prevents access to the database alone from opening links. */
function sealLinkKeys(body: Answer["body"], secret: string): string {
  return JSON.stringify(body).replace(
    LINK_KEY,
    (key) => `~${seal(key, secret, PURPOSE).toString("base64url")}`,
  );
}

function unsealLinkKeys(stored: Answer["body"], secret: string): Answer["body"] {
  const opened = JSON.stringify(stored).replace(SEALED_KEY, (_, sealed: string) =>
    unseal(Buffer.from(sealed, "base64url"), secret, PURPOSE),
  );
  return JSON.parse(opened);
}

export async function purgeIdempotencyKeys(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("idempotencyKeys")
    .where("createdAt", "<=", addMinutes(ctx.now, -RETENTION_MIN))
    .execute();
}
