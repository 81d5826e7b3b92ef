import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Untyped JSON calls of the API. */
const UNTYPED_CALL = /\b(?:getJson|postJson)\b|\bfetch\((?:localPath\()?\s*["'`]\/api\//;

const allowed = [
  // Implements all typed calls.
  "app/platform/browser/api-client.ts",
  "app/platform/browser/http-client.ts",
  // Sent while the page closes; its refusal must not be reported again.
  "app/platform/incidents/security-log.ts",
];

it("uses typed API calls on every page", () => {
  const files = globSync("app/**/*.{ts,tsx}", {
    cwd: ROOT,
    exclude: (name) => /\.(server|test)\.tsx?$|^app\/paraglide$/.test(name),
  });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => UNTYPED_CALL.test(readFileSync(join(ROOT, file), "utf8"))).sort()).toEqual(
    allowed,
  );
});

it.each([
  'await getJson<{ services: ServiceView[] }>("/api/services", {}, signal)',
  "postJson(`/api/quotes/QT-2026-000001/viewed`, {})",
  'fetch(\n  "/api/services",\n)',
  'fetch(localPath("/api/services"))',
])("detects the untyped call %s", (line) => {
  expect(line).toMatch(UNTYPED_CALL);
});
