import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { userIdOf } from "../auth/actor";
import { admitCall } from "../auth/command.server";
import type { Ctx } from "../context";
import { ApiError, InvalidInput } from "../errors";
import { toWesternDigits } from "../text/numerals";
import { stripInvisible } from "../text/sanitize-text";
import { type ApiEnv, readInput } from "./api.server";
import { type Call, type Endpoint, type Endpoints, isBytes } from "./endpoint.server";
import { type Answer, hashBody, idempotencyKeyOf, runIdempotent } from "./idempotency.server";
import { limitClients } from "./limits/http-limits.server";
import { isRefusal, type Reason, type Refusal } from "./refusal";
import { findReplicaDb } from "./replica-reads.server";

export interface RefusalResponse {
  message: string;
  /** Field of the input. The response then has status 400 and the message belongs to this field. */
  field?: string;
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** `subject`: kind of record. */
export type RefusalTable = {
  [One in Reason]: {
    status: ApiError["status"];
    respond: (refusal: Refusal<One>, subject: string) => RefusalResponse;
  };
};

export function mountEndpoints(features: readonly Endpoints[], refusals: RefusalTable): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>();
  for (const { subject, rows } of features) {
    for (const row of rows) {
      const path = row.path.replace(/\{(\w+)\}/g, ":$1");
      if (row.perMinute) api.use(path, limitClients(row.perMinute));
      api.on(row.method, path, (c) => {
        c.set("messageFor", (refusal) => asError(refusal).message);
        return answer(row, c, asError);
      });

      function asError(refusal: Refusal): ApiError {
        return refusalAsError(refusals, refusal, subject);
      }
    }
  }
  return api;
}

export function refusalAsError(refusals: RefusalTable, refusal: Refusal, subject: string): ApiError {
  const { status, respond: buildResponse } = refusals[refusal.reason] as RefusalTable[Reason];
  const { message, field, extra, headers } = buildResponse(refusal as never, subject);
  return field
    ? new InvalidInput({ [field]: message }, m.common_error_invalid())
    : new ApiError(status, refusal.reason, message, extra, headers);
}

async function answer(row: Endpoint, c: Call, asError: (refusal: Refusal) => ApiError): Promise<Response> {
  const ctx = admitCall(c.get("ctx"), row.may);
  c.set("ctx", ctx);
  const params = paramsOf(row, c);
  if (!params) throw asError({ ok: false, reason: "not-found" });
  const sent = row.body && !isBytes(row.body) ? await bodyOf(c) : undefined;
  const input = row.rawBody
    ? {
        body: readInput(sent, z.unknown()),
        key: idempotencyKeyOf(c),
        secret: c.get("config").secret,
        asError,
      }
    : { ...readQueryAndBody(row, c, sent, ctx.now), ...params };

  const runRow = async (ctx: Ctx) => {
    const result = await row.run(ctx, input as never, c);
    if (isRefusal(result) || result instanceof Response) return result;
    const reply =
      row.reply && result !== null ? await row.reply(ctx, input as never, result as never, c) : result;
    return reply ?? ({ ok: false, reason: "not-found" } as const);
  };
  const db = row.reads && (await findReplicaDb(c, row.reads));
  const rowCtx = db ? { ...ctx, db } : ctx;
  const result = row.idempotent ? await runOnce(row, c, sent, runRow) : await runRow(rowCtx);
  if (result instanceof Response) return result;
  if (isRefusal(result)) throw asError(result);
  if (row.private) c.header("Cache-Control", "no-store");
  return c.json(result as Record<string, unknown>, row.status);
}

async function runOnce(row: Endpoint, c: Call, sent: unknown, runRow: (ctx: Ctx) => Promise<unknown>) {
  const ctx = c.get("ctx");
  // Hashes the link key of the body or cookie as well.
  const linkKey = ctx.linkKeys?.get(c.req.param("reference") ?? "");
  const idempotency = {
    key: idempotencyKeyOf(c),
    scope: `${c.req.path} ${userIdOf(ctx.actor) ?? ""}`,
    bodyHash: hashBody(linkKey ? { sent, linkKey } : sent),
    secret: c.get("config").secret,
  };
  const answer = await runIdempotent<Refusal>(ctx, idempotency, async (ctx) => {
    const result = await runRow(ctx);
    if (isRefusal(result)) return result;
    return { status: row.status as ContentfulStatusCode, body: result } as Answer;
  });
  return "status" in answer ? answer.body : answer;
}

function paramsOf({ path, params = {} }: Endpoint, c: Call): Record<string, string> | null {
  const parsed: Record<string, string> = {};
  for (const name of pathParamNames(path)) {
    const read = z.safeParse(params[name] ?? z.uuid(), c.req.param(name));
    if (!read.success) return null;
    parsed[name] = read.data;
  }
  return parsed;
}

export function pathParamNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

async function bodyOf(c: Call): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    throw new InvalidInput({ body: m.common_error_bad_json() }, m.common_error_bad_json());
  }
}

function readQueryAndBody({ query, body: schema }: Endpoint, c: Call, body: unknown, now: Date): object {
  if (schema && !isBytes(schema))
    return readInput(body, typeof schema === "function" ? schema(now) : schema) as object;
  if (!query) return {};
  const params = Object.entries(c.req.query())
    .map(([name, value]) => [name, readParameter(value)] as const)
    .filter(([, value]) => value !== "");
  return readInput(Object.fromEntries(params), query) as object;
}

/** People type and paste addresses, too. Names with digits stay as stored. */
function readParameter(value: string): string {
  const visible = stripInvisible(value);
  return /\p{L}/u.test(visible) ? visible : toWesternDigits(visible);
}
