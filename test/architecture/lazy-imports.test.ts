import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Functions that retry a failed import and then show a message, the server's markup, or a page without the part. */
const RETRIED = ["importWithRetry", "lazyIsland", "lazyPart", "lazyDialog"].join("|");

/** Imports without a retry that leave the page usable. */
const EXCEPTIONS: Record<string, string> = {
  "app/features/core/properties/components/address/community-suggestions.tsx":
    "each typed letter tries again",
  "app/features/people/accounts/client.ts": "a log entry",
  "app/features/people/accounts/sign-in/lazy-sign-out-client.ts": "signs out without the code",
  "app/platform/browser/http-client.ts": "a log entry",
  "app/platform/incidents/catch-errors.ts": "an error report",
};

/** Dynamic imports of browser code that are no argument of a function that retries. */
function findUnretried(source: string): string[] {
  return [...source.matchAll(/.*(?<!typeof )\bimport\((?!\.)/g)].flatMap(({ index, 0: line }) => {
    const before = source.slice(0, index + line.length);
    const isRetried =
      new RegExp(`\\b(?:${RETRIED})(?:<[^()]*>)?\\(\\s*(?:async )?\\(\\) =>[^;]*$`).test(before) ||
      // LazyDrawing retries it.
      /\bloadModule=\{\(\) => import\($/.test(before) ||
      // Not in the browser's bundle.
      /import\.meta\.env\.SSR \? await import\($/.test(before);
    const name = /\bconst (\w+) = \(\) => import\($/.exec(before)?.[1];
    const isPassed = new RegExp(`\\b(?:${RETRIED})(?:<[^()]*>)?\\(\\s*${name}\\b|loadModule=\\{${name}\\}`);
    return isRetried || (name && isPassed.test(source)) ? [] : [line.trim()];
  });
}

describe("dynamic imports", () => {
  it("retries the import of each part of a page, because content blockers and networks refuse files", () => {
    const files = globSync("app/**/*.{ts,tsx}", { exclude: ["app/paraglide/**"] }).filter(
      (file) => !/\.(test|server)\./.test(file),
    );
    const sources = files.map((file) => ({ file, source: readFileSync(file, "utf8") }));
    expect(sources.filter(({ source }) => /\bimport\(/.test(source)).length).toBeGreaterThan(15);
    const found = sources.filter(({ source }) => findUnretried(source).length > 0).map(({ file }) => file);
    expect(found.sort()).toEqual(Object.keys(EXCEPTIONS));
  });

  it.each([
    'const load = () => import("./part");',
    'import("./part").then(show);',
    'const { part } = await import("./part");',
    'const Part = lazyPart(loadOther); const load = () => import("./part");',
    'const Part = lazy(() => import("./part"));',
    'const Part = lazyPart(() => other); import("./part");',
  ])("reports an import without a retry: %s", (source) => {
    expect(findUnretried(source)).toHaveLength(1);
  });

  it.each([
    'const Part = lazyPart(() => import("./part").then(({ Part }) => Part));',
    'const Part = lazyIsland<Props>(\n  async () => (await import("./part")).Part,\n  { fallback: null },\n);',
    'const load = () => import("./part");\nconst Part = lazyPart(load, () => null);',
    'const { part } = await importWithRetry(() => import("./part"));',
    'type Part = typeof import("./part");',
  ])("accepts an import with a retry: %s", (source) => {
    expect(findUnretried(source)).toEqual([]);
  });
});
