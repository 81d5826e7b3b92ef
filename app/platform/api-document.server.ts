import { html } from "hono/html";
import { m } from "~/paraglide/messages";
import type { newApi } from "./api.server";

/** Adds the OpenAPI document, made from the routes themselves, and a page to read it: /api/openapi.json, /api/docs. */
export function documentApi(api: ReturnType<typeof newApi>): void {
  api.doc31("/openapi.json", (c) => ({
    openapi: "3.1.0",
    info: { title: m.common_api_title(), version: "1" },
    servers: [{ url: `${new URL(c.req.url).origin}/api` }],
  }));
  api.get("/docs", (c) => {
    const document = api.getOpenAPI31Document({
      openapi: "3.1.0",
      info: { title: m.common_api_title(), version: "1" },
    });
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    return c.html(readable(document));
  });
}

type Document = ReturnType<ReturnType<typeof newApi>["getOpenAPI31Document"]>;

/** The document as one plain page: no script, so that it can be read anywhere and needs no library of its own. */
function readable(document: Document) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => described(method, path, operation as Operation)),
  );
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
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

interface Operation {
  summary?: string;
  description?: string;
  requestBody?: Content;
  responses?: Record<string, Content>;
}

interface Content {
  description?: string;
  content?: Record<string, { schema?: unknown }>;
}

function described(
  method: string,
  path: string,
  { summary, description, requestBody, responses }: Operation,
) {
  const answers = Object.entries(responses ?? {}).map(
    ([status, answer]) => html`<dt>${status} ${answer.description}</dt><dd>${schemaOf(answer)}</dd>`,
  );
  return html`<section><h2>${method.toUpperCase()} /api${path}</h2><p>${summary}</p>
${description ? html`<p>${description}</p>` : ""}${requestBody ? schemaOf(requestBody) : ""}<dl>${answers}</dl></section>`;
}

function schemaOf(content: Content) {
  const schema = content.content?.["application/json"]?.schema;
  if (!schema) return "";
  return html`<details><summary>JSON</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>`;
}
