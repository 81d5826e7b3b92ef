import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Every message is somewhere said: what nobody reads would still be translated, and kept up to date. */

const FOLDERS = ["app", "db"];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("paraglide"));
}

it("has no message that is not used", () => {
  const used = new Set<string>();
  for (const path of FOLDERS.flatMap(sources)) {
    for (const [, key] of readFileSync(path, "utf8").matchAll(/\bm\s*\.\s*([a-z0-9_]+)/g)) used.add(key!);
  }
  const messages = readdirSync("messages/en").flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join("messages/en", file), "utf8"))),
  );
  expect(messages.length).toBeGreaterThan(1000);
  expect(messages.filter((key) => key !== "$schema" && !used.has(key))).toEqual([]);
});
