import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What makes a journey of `npm test` a short one: it goes some rounds of many, or looks in one theme of two. */
const SHORTENED = /test\/faults\/rounds"|\bexpectGoodLooks\b/;

/** The journeys that go further under LONG_PROOFS: all that say so themselves. */
export function longJourneys(folder = "e2e") {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".spec.ts") && SHORTENED.test(readFileSync(join(folder, name), "utf8")),
  );
}
