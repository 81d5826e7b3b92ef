import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { m } from "~/paraglide/messages";
import { currentLocale, textDirection } from "../locale/locale";
import script from "./api-page.script.js?raw";
import style from "./api-page.style.css?raw";

export type Paths = Record<string, Record<string, Operation>>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: object[];
  requestBody?: Content & { required: true };
  responses: Record<string, Content>;
}

export interface Content {
  description: string;
  content?: Record<string, { schema: object }>;
}

/** Security scheme of an API key with any permissions. */
export const ANY_KEY = "key";
const KEY_SCHEMES = `${ANY_KEY}.`;
/** Security scheme of an API key with this permission. */
export const keyScheme = (permission: string) => KEY_SCHEMES + permission;

export const API_PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function apiPage(paths: Paths) {
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const subjects = [...Map.groupBy(calls, ({ operation }) => operation.tags[0]!)];
  return html`<!doctype html><html lang="${currentLocale()}" dir="${textDirection()}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${m.common_api_title()}</title>
<style>${raw(style)}</style></head>
<body><main><header><h1>${m.common_api_title()}</h1><p>${m.common_api_intro()} <a href="openapi.json">openapi.json</a></p></header>
<fieldset id="caller" hidden><legend>${m.common_api_caller()}</legend>
<label><input type="radio" name="caller" id="as-me" checked> ${m.common_api_as_me()}</label>
<label><input type="radio" name="caller" id="as-key"> ${m.common_api_as_key()}</label>
<p class="field" hidden><label for="key">${m.common_api_key()}</label><small id="key-hint">${m.common_api_key_hint()}</small><input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-hint"></p></fieldset>
<p class="field" hidden><label for="search">${m.common_api_search()}</label><input id="search" type="search" autocomplete="off"></p>
${subjects.map(
  ([subject, calls], at) =>
    html`<section aria-labelledby="subject-${at}"><h2 id="subject-${at}">${subject}</h2>${calls.map(callHtml)}</section>`,
)}</main>
<script type="application/json" id="words">${raw(scriptTexts())}</script><script>${raw(script)}</script></body></html>`;
}

function scriptTexts(): string {
  return JSON.stringify({
    try: m.common_api_try(),
    send: m.common_api_send(),
    changes: m.common_api_changes(),
    sure: m.common_api_sure(),
    yes: m.common_api_yes(),
    no: m.common_api_no(),
    none: m.common_api_none(),
    optional: m.common_api_optional(),
    waiting: m.common_api_waiting(),
    failed: m.common_api_failed(),
    json: m.common_api_bad_json(),
    save: m.common_api_save(),
    cut: m.common_api_cut(),
  }).replaceAll("<", "\\u003c");
}

function callHtml({ method, path, operation }: { method: string; path: string; operation: Operation }) {
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) =>
      html`<dt>${status} ${answer.description}</dt><dd>${schemaOf(answer, m.common_api_answer())}</dd>`,
  );
  const streams = Object.values(operation.responses).some(({ content }) => content?.["text/event-stream"]);
  return html`<details class="call" data-method="${method}" data-path="${path}"><summary><code>${method.toUpperCase()} /api${path}</code> <span>${withCode(operation.summary)}</span></summary>
<p>${withCode(operation.description)}</p><p>${requirementText(operation)}</p>${streams ? "" : html`<button type="button" class="try" hidden>${m.common_api_try()}</button>`}
${operation.requestBody ? schemaOf(operation.requestBody, m.common_api_body()) : ""}<dl>${answers}</dl></details>`;
}

function withCode(text: string) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

function requirementText({ security }: Operation): string {
  if (security.length === 0) return m.common_api_for_all();
  const schemes = security.flatMap(Object.keys);
  const scoped = schemes.find((scheme) => scheme.startsWith(KEY_SCHEMES));
  if (scoped) return m.common_api_scope({ permission: scoped.slice(KEY_SCHEMES.length) });
  return schemes.includes(ANY_KEY) ? m.common_api_any_key() : m.common_api_session_only();
}

function schemaOf(content: Content, title: string) {
  const schema = content.content?.["application/json"]?.schema;
  if (!schema) return "";
  return html`<details><summary>${title}</summary><pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre></details>`;
}
