import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** What has a part of its own in app/ui, and is written out nowhere else: it would look, and be hit, another way. */
const parts = { 'type="checkbox"': "app/ui/form/checkbox.tsx" };

it.each(Object.entries(parts))("%s is drawn by one part", (markup, part) => {
  const files = globSync("app/**/*.tsx", { cwd: ROOT });
  expect(files.filter((file) => readFileSync(join(ROOT, file), "utf8").includes(markup))).toEqual([part]);
});
