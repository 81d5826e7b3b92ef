import { Hono } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { COOKIE_PREFIX } from "../auth/auth.server";
import { type Permission, permissions } from "../auth/permissions";
import type { ApiEnv } from "../http/api.server";
import { type Bytes, type Endpoint, type Endpoints, isBytes } from "../http/endpoint.server";
import { pathParamNames, type RefusalTable } from "../http/mount-endpoints.server";
import { currentLocale } from "../locale/locale";
import { type StoredResponse, storeResponse } from "../pages/stored-response.server";
import { API_PAGE_POLICY, apiPage, type Content, type Operation, type Paths } from "./api-page.server";

export function documentApi(
  features: readonly Endpoints[],
  refusals: RefusalTable,
  keyPermissions: readonly Permission[],
): Hono<ApiEnv> {
  // Lazy, because it takes a seventh of a second.
  let described: Paths | undefined;
  const paths = () => {
    described ??= describePaths(features, refusals, keyPermissions);
    return described;
  };
  const api = new Hono<ApiEnv>();
  const cache = new Map<string, StoredResponse>();
  const getOrCreate = (name: string, write: () => string, headers: Record<string, string>) => {
    const answer =
      cache.get(name) ??
      storeResponse(new TextEncoder().encode(write()), { ...headers, "Cache-Control": "no-cache" });
    cache.set(name, answer);
    return answer;
  };
  api.get("/openapi.json", (c) => {
    const head = {
      openapi: "3.1.0",
      info: { title: m.common_api_title(), version: "1" },
      // Not the Host header, which clients can forge.
      servers: [{ url: `${c.get("config").publicUrl}/api` }],
      components: { securitySchemes: securitySchemes() },
    };
    const write = () => JSON.stringify({ ...head, paths: paths() });
    return getOrCreate(JSON.stringify(head), write, { "Content-Type": "application/json" }).respond(
      c.req.raw,
    );
  });
  api.get("/docs", (c) => {
    const headers = {
      "Content-Type": "text/html; charset=UTF-8",
      "Content-Security-Policy": API_PAGE_POLICY,
    };
    return getOrCreate(`docs ${currentLocale()}`, () => `${apiPage(paths())}`, headers).respond(c.req.raw);
  });
  return api;
}

function securitySchemes() {
  return {
    key: { type: "http", scheme: "bearer", description: m.common_api_scheme_key() },
    session: {
      ...{ type: "apiKey", in: "cookie", name: `${COOKIE_PREFIX}.session_token` },
      description: m.common_api_scheme_session(),
    },
  };
}

function describePaths(
  features: readonly Endpoints[],
  refusals: RefusalTable,
  keyPermissions: readonly Permission[],
): Paths {
  const paths: Paths = {};
  for (const { subject, rows } of features) {
    for (const row of rows) {
      paths[row.path] = {
        ...paths[row.path],
        [row.method]: describe(row, subject, refusals, keyPermissions),
      };
    }
  }
  return paths;
}

function describe(
  row: Endpoint,
  subject: string,
  refusals: RefusalTable,
  keyPermissions: readonly Permission[],
): Operation {
  const body = typeof row.body === "function" ? row.body(new Date()) : row.body;
  const parameters = [...pathParameters(row), ...queryParameters(row)];
  return {
    tags: [subject],
    summary: row.summary,
    description: [
      row.description,
      `For: ${permissions[row.may].join(", ")}.`,
      row.idempotent &&
        "Send an Idempotency-Key: a repeated request is executed once and gets the same response for 24 hours.",
    ]
      .filter(Boolean)
      .join(" "),
    security: securityOf(row, keyPermissions),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, ...describeBody(row, body) } } : {}),
    responses: { [row.status]: describeAnswer(row.answer), ...describeRefusals(row, refusals) },
  };
}

function securityOf({ may }: Endpoint, keyPermissions: readonly Permission[]): Operation["security"] {
  if (isForVisitors(may)) return [];
  if (may === "office.enter") return [{ key: [] }, { session: [] }];
  return keyPermissions.includes(may) ? [{ key: [may] }, { session: [] }] : [{ session: [] }];
}

function isForVisitors(permission: Permission): boolean {
  return (permissions[permission] as readonly string[]).includes("visitor");
}

function describeBody(row: Endpoint, body: z.ZodMiniType | Bytes): Content {
  return isBytes(body) ? file(body) : { description: row.summary, ...json(body, "input") };
}

function file({ contentType, description }: Bytes): Content {
  return { description, content: { [contentType]: { schema: { type: "string", format: "binary" } } } };
}

function describeAnswer(answer: Endpoint["answer"]): Content {
  return isBytes(answer) ? file(answer) : { description: "Done", ...json(answer, "output") };
}

function describeRefusals(row: Endpoint, refusals: RefusalTable): Record<string, Content> {
  const reasons = new Map<number, Set<string>>();
  const add = (status: number, reason: string) =>
    reasons.set(status, (reasons.get(status) ?? new Set()).add(reason));
  if (row.body || row.query) add(400, "invalid");
  if (!isForVisitors(row.may)) {
    add(401, "not-signed-in");
    add(403, "not-allowed");
  }
  if (pathParamNames(row.path).length > 0) add(404, "not-found");
  if (row.idempotent) add(refusals["key-reused"].status, "key-reused");
  add(429, "rate-limited");
  for (const reason of row.refuses) add(refusals[reason].status, reason);
  return Object.fromEntries(
    [...reasons].map(([status, reasons]) => [
      status,
      { description: [...reasons].sort().join(", "), ...json(refusedAnswer, "output") },
    ]),
  );
}

const refusedAnswer = z.looseObject({
  success: z.literal(false),
  reason: z.string(),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});

function pathParameters({ path, params = {} }: Endpoint): object[] {
  return pathParamNames(path).map((name) => ({
    name,
    in: "path",
    required: true,
    schema: jsonSchema(params[name] ?? z.uuid(), "input"),
  }));
}

function queryParameters({ query }: Endpoint): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query, "input") as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function json(schema: z.ZodMiniType, io: "input" | "output"): Pick<Content, "content"> {
  return { content: { "application/json": { schema: jsonSchema(schema, io) } } };
}

function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
