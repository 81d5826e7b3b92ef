import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Config } from "@react-router/dev/config";
import { findBlockedWord } from "./vite.chunks.ts";

/**
 * BUILD_LOCALE selects a language other than English. Only the browser code of such a build is used, beside the
 * English one (docs/decisions/0021-locales.md).
 */
const { BUILD_LOCALE } = process.env;
const folder = BUILD_LOCALE ? `build/${BUILD_LOCALE}` : "build";

export default {
  appDirectory: "app",
  buildDirectory: folder,
  ssr: true,
  // app/platform/http/limits/http-limits.server.ts checks the origin of posted forms. The router would compare it with
  // an address that a proxy has changed.
  allowedActionOrigins: ["**"],
  async buildEnd() {
    await refuseBlockedFileNames(`${folder}/client/assets`);
    await compressFiles(`${folder}/client`);
    // File names contain a content hash, so the names of two languages never collide.
    if (BUILD_LOCALE) await cp(`${folder}/client/assets`, "build/client/assets", { recursive: true });
  },
} satisfies Config;

/** A page waits forever for code that the visitor's content blocker refuses by its name. */
async function refuseBlockedFileNames(folder: string): Promise<void> {
  const blocked = (await readdir(folder)).filter((name) => findBlockedWord(name.replace(/-[^-]*$/, "")));
  if (blocked.length > 0) throw new Error(`Content blockers refuse these file names: ${blocked.join(", ")}`);
}

/** Writes compressed files for browsers (served by app/platform/pages/built-files.server.ts). */
async function compressFiles(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(js|css|svg|txt|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params: quality }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
