import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ZodType } from "zod";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Auth } from "./auth.server";
import type { Config } from "./config.server";
import type { Ctx } from "./context";
import { InvalidInput } from "./errors";
import type { FileStore } from "./file-store.server";
import type { Refusal } from "./http/refusal";
import type { Live } from "./live.server";
import type { PersonalData } from "./personal-data.server";

/** What every API handler finds in its context: `c.get("ctx")`, `c.get("config")`, `c.get("auth")` … */
export interface ApiEnv {
  Variables: {
    ctx: Ctx;
    config: Config;
    auth: Auth;
    live: Live;
    files: FileStore;
    personalData: readonly PersonalData[];
    /** What a row says of a refusal, where its answer tells of several things, each done or refused for itself. */
    wordsFor: (refusal: Refusal) => string;
  };
}

/** A feature's own part of the API. */
export function newApi() {
  return new OpenAPIHono<ApiEnv>();
}

/**
 * Reads a JSON body by a schema. Throws `InvalidInput` (400) with a message beside each field.
 * Schemas are `zod/mini`, as the browser shares them; the OpenAPI generator cannot read those itself: see `bodyOf`.
 */
export async function readJson<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    throw badJson();
  }
  return readInput(body, schema);
}

/** Checks a query string by a schema, as `readJson` does for a body. A parameter without a value is left out. */
export function readQuery<Schema extends z.ZodMiniType>(c: Context, schema: Schema): z.output<Schema> {
  const given = Object.entries(c.req.query()).filter(([, value]) => value !== "");
  return readInput(Object.fromEntries(given), schema);
}

/** Checks any input by a schema, as `readJson` does for a body. */
export function readInput<Schema extends z.ZodMiniType>(input: unknown, schema: Schema): z.output<Schema> {
  refuseUnstorable(input, []);
  // A rule with words of its own keeps them; a value of the wrong kind gets ours, not the library's.
  const parsed = z.safeParse(schema, input, { error: () => m.common_error_wrong_value() });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[issue.path.join(".") || "body"] ??= issue.message;
  throw new InvalidInput(errors, m.common_error_invalid());
}

/** Deeper than any form; what walks a body by recursion would run out of stack far below what JSON can nest. */
const MOST_LEVELS = 20;

/** Refuses text that PostgreSQL cannot store: NUL, and half of a surrogate pair. No schema has to think of it. */
function refuseUnstorable(value: unknown, path: string[]): void {
  if (path.length > MOST_LEVELS) throw badJson();
  if (typeof value === "string" && !isStorable(value)) throw unstorable(path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw unstorable([...path, key]);
    refuseUnstorable(inner, [...path, key]);
  }
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function unstorable(path: string[]): InvalidInput {
  return new InvalidInput(
    { [path.join(".") || "body"]: m.common_error_unstorable() },
    m.common_error_invalid(),
  );
}

function badJson(): InvalidInput {
  return new InvalidInput({ body: m.common_error_bad_json() }, m.common_error_bad_json());
}

/** A JSON body, for the OpenAPI document; `readJson` is what checks it. */
export function bodyOf(schema: z.ZodMiniType, description: string) {
  return {
    description,
    required: true,
    content: { "application/json": { schema: jsonSchema(schema, "input") } },
  };
}

/**
 * A JSON answer, for the OpenAPI document and for the type check of what a handler answers. The generator gets plain
 * JSON Schema, as it cannot read `zod/mini`; the type tells the handler's shape.
 */
export function answerOf<Schema extends z.ZodMiniType>(schema: Schema, description: string) {
  const described = jsonSchema(schema, "output") as unknown as ZodType<z.output<Schema>>;
  return { description, content: { "application/json": { schema: described } } };
}

function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): object {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}

/**
 * Describes plain routes in the OpenAPI document: "get /account/profile" → what it does, and its body where it has one.
 * For routes whose answers are no public contract; what others build on is described in full by `createRoute`.
 */
export function describeRoutes(
  api: ReturnType<typeof newApi>,
  routes: Record<string, string | { summary: string; body: z.ZodMiniType }>,
): void {
  for (const [route, told] of Object.entries(routes)) {
    const [method = "get", path = ""] = route.split(" ");
    const { summary, body } = typeof told === "string" ? { summary: told, body: undefined } : told;
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path" as const,
      required: true,
      schema: { type: "string" as const },
    }));
    api.openAPIRegistry.registerPath({
      method: method as "get" | "post",
      path,
      summary,
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(body ? { request: { body: bodyOf(body, summary) } } : {}),
      responses: { 200: { description: "Done" } },
    });
  }
}
