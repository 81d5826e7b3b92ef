import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { createMiddleware } from "hono/factory";
import { getMimeType } from "hono/utils/mime";
import { type Encoding, type StoredAnswer, storeAnswer } from "./stored-answer.server";

/** Files whose name changes with their content are never asked for again. */
const HASHED = /^\/assets\//;
const EXTENSIONS: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/**
 * Serves the files of a folder that stays as it is while the process lives, from memory, each read when first asked
 * for. `x.js.br` and `x.js.gz` beside `x.js`, made by the build, are its compressed forms. What is not there is left
 * to the next handler.
 */
export function serveBuiltFiles(folder: string) {
  const present = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")}`),
  );
  const answers = new Map<string, Promise<StoredAnswer>>();

  async function load(path: string): Promise<StoredAnswer> {
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
    return storeAnswer(await readFile(join(folder, path)), headers, { compressed });
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
