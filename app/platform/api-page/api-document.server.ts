import { Hono } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { COOKIE_PREFIX } from "../auth/auth.server";
import { type Permission, permissions } from "../auth/permissions";
import type { ApiEnv } from "../http/api.server";
import { type Bytes, type Endpoint, type Endpoints, isBytes } from "../http/endpoint.server";
import { pathParamNames, type RefusalTable } from "../http/mount-endpoints.server";
import { deriveOperationId, singularOf } from "../http/operation-id";
import { currentLocale } from "../locale/locale";
import { type StoredResponse, storeResponse } from "../pages/stored-response.server";
import {
  ANY_KEY,
  API_PAGE_POLICY,
  apiPage,
  type Content,
  keyScheme,
  type Operation,
  type Paths,
} from "./api-page.server";

export interface ApiSources {
  features: readonly Endpoints[];
  refusals: RefusalTable;
  keyPermissions: readonly Permission[];
  /** By subject of the endpoints. */
  tags: Record<string, Tag>;
}

interface Tag {
  name: string;
  description: string;
}

export function documentApi(sources: ApiSources): Hono<ApiEnv> {
  // Lazy, because it takes a seventh of a second.
  let described: Paths | undefined;
  const paths = () => {
    described ??= describePaths(sources);
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
      info: { title: m.common_api_title(), version: "1", description: m.common_api_description() },
      // Not the Host header, which clients can forge.
      servers: [{ url: `${c.get("config").publicUrl}/api` }],
    };
    const write = () =>
      JSON.stringify({
        ...head,
        tags: Object.values(sources.tags),
        components: { securitySchemes: securitySchemes(sources.keyPermissions) },
        paths: paths(),
      });
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

/**
 * One scheme per permission of a key, because only OAuth and OpenID Connect schemes can declare scopes.
 */
function securitySchemes(keyPermissions: readonly Permission[]) {
  const bearer = { type: "http", scheme: "bearer" };
  return {
    [ANY_KEY]: { ...bearer, description: m.common_api_scheme_key() },
    ...Object.fromEntries(
      keyPermissions.map((permission) => [
        keyScheme(permission),
        { ...bearer, description: m.common_api_scheme_scope({ permission }) },
      ]),
    ),
    session: {
      ...{ type: "apiKey", in: "cookie", name: `${COOKIE_PREFIX}.session_token` },
      description: m.common_api_scheme_session(),
    },
  };
}

function describePaths(sources: ApiSources): Paths {
  const paths: Paths = {};
  for (const { subject, rows } of sources.features) {
    for (const row of rows)
      paths[row.path] = { ...paths[row.path], [row.method]: describe(row, subject, sources) };
  }
  return paths;
}

function describe(row: Endpoint, subject: string, { refusals, keyPermissions, tags }: ApiSources): Operation {
  const body = typeof row.body === "function" ? row.body(new Date()) : row.body;
  const parameters = [...pathParameters(row), ...queryParameters(row)];
  return {
    operationId: row.operationId ?? deriveOperationId(row.method, row.path, { isFile: isBytes(row.answer) }),
    tags: [tags[subject]!.name],
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
  if (may === "office.enter") return [{ [ANY_KEY]: [] }, { session: [] }];
  return keyPermissions.includes(may) ? [{ [keyScheme(may)]: [] }, { session: [] }] : [{ session: [] }];
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
  return pathParamNames(path).map((name) => {
    const { description = describeParam(path, name), ...schema } = jsonSchema(
      params[name] ?? z.uuid(),
      "input",
    );
    return { name, in: "path", required: true, description, schema };
  });
}

/** Singular of paths that are no plural of their records. */
const RECORDS: Record<string, string> = {
  activity: "entry",
  "customer-lookup": "customer",
  inbox: "conversation",
  team: "team member",
};

/** "Id of the credit note", "Reference of the booking": the record is named before the parameter. */
function describeParam(path: string, name: string): string {
  const collection = path.split(`/{${name}}`)[0]!.split("/").at(-1)!;
  const record = RECORDS[collection] ?? singularOf(collection).replaceAll("-", " ");
  return `${name === "reference" ? "Reference" : "Id"} of the ${record}`;
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

function jsonSchema(schema: z.ZodMiniType, io: "input" | "output") {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // A caught value stands for invalid input and is no default.
      if (zodSchema._zod.def.type === "catch") delete jsonSchema.default;
    },
  });
  return rest;
}
