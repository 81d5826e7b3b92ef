import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Marks of browser tests that `npm test` shortens: fewer rounds, or one theme of two. */
const SHORTENED = /test\/faults\/rounds"|\bexpectGoodLayout\b/;

/** Browser tests with a longer form under LONG_PROOFS, found by their content. */
export function listLongBrowserTests(folder = "e2e") {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".spec.ts") && SHORTENED.test(readFileSync(join(folder, name), "utf8")),
  );
}
