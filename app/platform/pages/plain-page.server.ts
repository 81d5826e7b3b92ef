import { createHash } from "node:crypto";
import { m } from "~/paraglide/messages";
import { plainHeaders } from "../http/security-headers.server";
import { documentLanguageAttributes } from "../locale/locale";
import { escapeMarkup } from "../text/escape-markup";

export type PostedFields = readonly (readonly [name: string, value: string])[];

interface Content {
  title: string;
  paragraphs: string[];
  posted: PostedFields | null;
  status: number;
  headers?: Record<string, string>;
  https: boolean;
}

const STYLE =
  ":root{color-scheme:light dark}body{margin:0;min-height:100svh;display:grid;place-items:center;padding:1rem;box-sizing:border-box;" +
  "font:1rem/1.6 system-ui,sans-serif;background:light-dark(#f6f0e6,#0f1a2b);color:light-dark(#1d2433,#f3ede2)}" +
  "main{max-width:34rem;text-align:center}h1{font-size:1.75rem;line-height:1.25;text-wrap:balance}a{color:inherit;display:inline-block;padding:.75rem}" +
  "button{font:inherit;color:inherit;background:none;border:1px solid;border-radius:.5rem;padding:.75rem 1.5rem;min-height:2.75rem;cursor:pointer}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Renders a page without database, router or files. Its button sends posted fields again. */
export function plainPage({ title, paragraphs, posted, status, headers, https }: Content): Response {
  const { lang, dir } = documentLanguageAttributes();
  const fields = posted?.map(
    ([name, value]) => `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`,
  );
  const retry = fields
    ? `<form method="post">${fields.join("")}<button>${m.common_try_again()}</button></form>`
    : `<p><a href="">${m.common_try_again()}</a></p>`;
  const body = paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`).join("");
  const html = `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeMarkup(title)}</h1>${body}${retry}</main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      "Cache-Control": "no-store",
      ...headers,
      ...plainHeaders({ https }),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    },
  });
}

const MAX_FIELDS = 50;
const MAX_BYTES = 64 * 1024;

/** Reads the posted fields; null if nothing was posted or the body exceeds the limits. */
export async function capturePostedFields(request: Request): Promise<PostedFields | null> {
  const bytes = Number(request.headers.get("Content-Length") ?? Number.NaN);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get("Content-Type") ?? "");
  if (request.method !== "POST" || !isForm || !(bytes <= MAX_BYTES)) return null;
  const fields = [...new URLSearchParams(await request.clone().text())];
  return fields.length <= MAX_FIELDS ? fields : null;
}
