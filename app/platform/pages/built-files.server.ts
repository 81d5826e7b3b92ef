import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { createMiddleware } from "hono/factory";
import { getMimeType } from "hono/utils/mime";
import { type Encoding, type StoredResponse, storeResponse } from "./stored-response.server";

/** Paths of files with a content hash in their name. */
const HASHED = /^\/assets\//;
const EXTENSIONS: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Serves the files of a folder; `x.js.br` and `x.js.gz` are the compressed forms of `x.js`. */
export function serveBuiltFiles(folder: string) {
  const present = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")}`),
  );
  const answers = new Map<string, Promise<StoredResponse>>();

  async function load(path: string): Promise<StoredResponse> {
    const compressed: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> = {};
    for (const [encoding, extension] of Object.entries(EXTENSIONS) as [Encoding, string][]) {
      if (present.has(path + extension))
        compressed[encoding] = await readFile(join(folder, path + extension));
    }
    const headers = {
      "Content-Type": getMimeType(path) ?? "application/octet-stream",
      "Cache-Control": HASHED.test(path) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    };
    return storeResponse(await readFile(join(folder, path)), headers, { compressed });
  }

  return createMiddleware(async (c, next) => {
    const { path, method, raw } = c.req;
    if (!present.has(path) || /\.(br|gz)$/.test(path) || (method !== "GET" && method !== "HEAD"))
      return next();
    let answer = answers.get(path);
    if (!answer) {
      answer = load(path);
      answers.set(path, answer);
    }
    return (await answer).respond(raw);
  });
}
