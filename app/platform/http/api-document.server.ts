import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { ApiEnv } from "../api.server";
import { permissions } from "../auth/permissions";
import { currentLocale, textDirection } from "../locale/locale";
import { type Bytes, type Endpoint, type Endpoints, isBytes } from "./endpoint.server";
import { namesIn, type RefusalTable } from "./mount-endpoints.server";

/** The API's document, made from the rows themselves, and a page to read it: /openapi.json, /docs. */
export function documentApi(features: readonly Endpoints[], refusals: RefusalTable): Hono<ApiEnv> {
  const paths = describePaths(features, refusals);
  const api = new Hono<ApiEnv>();
  api.get("/openapi.json", (c) =>
    c.json({
      openapi: "3.1.0",
      info: { title: m.common_api_title(), version: "1" },
      servers: [{ url: `${new URL(c.req.url).origin}/api` }],
      paths,
    }),
  );
  api.get("/docs", (c) => {
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    return c.html(readable(paths));
  });
  return api;
}

type Paths = Record<string, Record<string, Operation>>;

interface Operation {
  tags: string[];
  summary: string;
  description: string;
  parameters?: object[];
  requestBody?: Content & { required: true };
  responses: Record<string, Content>;
}

interface Content {
  description: string;
  content?: Record<string, { schema: object }>;
}

function describePaths(features: readonly Endpoints[], refusals: RefusalTable): Paths {
  const paths: Paths = {};
  for (const { subject, rows } of features) {
    for (const row of rows) {
      paths[row.path] = { ...paths[row.path], [row.method]: describe(row, subject, refusals) };
    }
  }
  return paths;
}

function describe(row: Endpoint, subject: string, refusals: RefusalTable): Operation {
  const body = typeof row.body === "function" ? row.body(new Date()) : row.body;
  const parameters = [...pathParameters(row), ...queryParameters(row)];
  return {
    tags: [subject],
    summary: row.summary,
    description: [
      row.description,
      `For: ${permissions[row.may].join(", ")}.`,
      row.once &&
        "Send an Idempotency-Key: the same call is then done once and answered the same for 24 hours.",
    ]
      .filter(Boolean)
      .join(" "),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, ...describeBody(row, body) } } : {}),
    responses: { [row.status]: describeAnswer(row.answer), ...describeRefusals(row, refusals) },
  };
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

/** Each status with the reasons that it may have. */
function describeRefusals(row: Endpoint, refusals: RefusalTable): Record<string, Content> {
  const reasons = new Map<number, Set<string>>();
  const add = (status: number, reason: string) =>
    reasons.set(status, (reasons.get(status) ?? new Set()).add(reason));
  if (row.body || row.query) add(400, "invalid");
  if (!(permissions[row.may] as readonly string[]).includes("visitor")) {
    add(401, "not-signed-in");
    add(403, "not-allowed");
  }
  if (namesIn(row.path).length > 0) add(404, "not-found");
  if (row.once) add(refusals["key-reused"].status, "key-reused");
  for (const reason of row.refuses) add(refusals[reason].status, reason);
  return Object.fromEntries(
    [...reasons].map(([status, reasons]) => [
      status,
      { description: [...reasons].sort().join(", "), ...json(refusedAnswer, "output") },
    ]),
  );
}

/** Every refusal: `reason` for a program, `message` for people, `errors` by field where input broke a rule. */
const refusedAnswer = z.looseObject({
  success: z.literal(false),
  reason: z.string(),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});

function pathParameters({ path, params = {} }: Endpoint): object[] {
  return namesIn(path).map((name) => ({
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

/** The document as one plain page: no script, so that it can be read anywhere and needs no library of its own. */
function readable(paths: Paths) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readableOperation(method, path, operation)),
  );
  return html`<!doctype html><html lang="${currentLocale()}" dir="${textDirection()}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${m.common_api_title()}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; padding: 2rem 1rem; max-inline-size: 60rem; }
  section { border-block-start: 1px solid #8886; padding-block: 1rem; }
  h2 { font: 600 1rem ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { overflow: auto; padding: .75rem; background: #8882; border-radius: 10px; font-size: .8rem; }
  dt { font-weight: 600; }
</style></head>
<body><main><h1>${m.common_api_title()}</h1><p><a href="openapi.json">openapi.json</a></p>${operations}</main></body></html>`;
}

function readableOperation(method: string, path: string, operation: Operation) {
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) => html`<dt>${status} ${answer.description}</dt><dd>${readableSchema(answer)}</dd>`,
  );
  return html`<section><h2>${method.toUpperCase()} /api${path}</h2><p>${operation.summary}</p>
<p>${operation.description}</p>${operation.requestBody ? readableSchema(operation.requestBody) : ""}<dl>${answers}</dl></section>`;
}

function readableSchema(content: Content) {
  const schema = content.content?.["application/json"]?.schema;
  if (!schema) return "";
  return html`<details><summary>JSON</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>`;
}
