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
    return c.html(readable(document), 200, {
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    });
  });
}

type Document = ReturnType<ReturnType<typeof newApi>["getOpenAPI31Document"]>;

/** The document as one plain page: no script, so that it can be read anywhere and needs no library of its own. */
function readable(document: Document): string {
  const sections = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => section(method, path, operation as Operation)),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(m.common_api_title())}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; padding: 2rem 1rem; max-inline-size: 60rem; }
  section { border-block-start: 1px solid #8886; padding-block: 1rem; }
  h2 { font: 600 1rem ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { overflow: auto; padding: .75rem; background: #8882; border-radius: 10px; font-size: .8rem; }
  dt { font-weight: 600; }
</style>
<main><h1>${escape(m.common_api_title())}</h1><p><a href="openapi.json">openapi.json</a></p>${sections.join("")}</main></html>`;
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

function section(method: string, path: string, operation: Operation): string {
  const answers = Object.entries(operation.responses ?? {}).map(
    ([status, answer]) =>
      `<dt>${escape(status)} ${escape(answer.description ?? "")}</dt><dd>${schemaOf(answer)}</dd>`,
  );
  return `<section><h2>${method.toUpperCase()} /api${escape(path)}</h2>
<p>${escape(operation.summary ?? "")}</p><p>${escape(operation.description ?? "")}</p>
${operation.requestBody ? schemaOf(operation.requestBody) : ""}<dl>${answers.join("")}</dl></section>`;
}

function schemaOf(content: Content): string {
  const schema = content.content?.["application/json"]?.schema;
  return schema
    ? `<details><summary>JSON</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`
    : "";
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
