import { createHash } from "node:crypto";
import type { Context } from "hono";
import { m } from "~/paraglide/messages";
import type { ApiEnv } from "../http/api.server";
import { plainHeaders } from "../http/security-headers.server";
import { languageOfDocument } from "../locale/locale";
import { RETRY_SECONDS, type Trouble } from "./trouble.server";

/** What a person reads of it. */
function wordsOf(trouble: Trouble): string {
  const seconds = RETRY_SECONDS[trouble];
  switch (trouble) {
    case "database-away":
      return m.common_trouble_database_away({ seconds });
    case "database-busy":
      return m.common_trouble_database_busy({ seconds });
    case "disk-full":
      return m.common_trouble_disk_full();
  }
}

/** 503 to a call. */
export function answerTrouble(trouble: Trouble, c: Context<ApiEnv>): Response {
  const requestId: string | undefined = c.get("ctx")?.requestId;
  const retryAfterSeconds = RETRY_SECONDS[trouble];
  const body = { success: false, reason: trouble, message: wordsOf(trouble), retryAfterSeconds, requestId };
  return c.json(body, 503, headersOf(trouble));
}

const STYLE =
  ":root{color-scheme:light dark}body{margin:0;min-height:100svh;display:grid;place-items:center;padding:1rem;box-sizing:border-box;" +
  "font:1rem/1.6 system-ui,sans-serif;background:light-dark(#f6f0e6,#0f1a2b);color:light-dark(#1d2433,#f3ede2)}" +
  "main{max-width:34rem;text-align:center}h1{font-size:1.75rem;line-height:1.25;text-wrap:balance}a{color:inherit;display:inline-block;padding:.75rem}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** 503 to a page, or to a form posted to it. It stands alone: what makes the other pages may be what is in trouble. */
export function troublePage(trouble: Trouble, https: boolean): Response {
  const { lang, dir } = languageOfDocument();
  const html = `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${m.common_trouble_title()}</title><style>${STYLE}</style></head><body><main><h1>${m.common_trouble_title()}</h1><p>${wordsOf(trouble)}</p><p>${m.common_trouble_typed()}</p><p><a href="">${m.common_try_again()}</a></p></main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      ...headersOf(trouble),
      ...plainHeaders({ https }),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

/** Instead of a page that could not be rendered; its data, which the router asks for in the browser, is left as it is. */
export function answerPageTrouble(page: Response, trouble: Trouble, https: boolean): Response {
  if (page.headers.get("Content-Type")?.startsWith("text/html")) return troublePage(trouble, https);
  const headers = new Headers(page.headers);
  for (const [name, value] of Object.entries(headersOf(trouble))) headers.set(name, value);
  return new Response(page.body, { status: 503, headers });
}

function headersOf(trouble: Trouble): Record<string, string> {
  return { "Retry-After": String(RETRY_SECONDS[trouble]), "Cache-Control": "no-store" };
}
