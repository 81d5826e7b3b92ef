import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Every message must be used, otherwise unused texts would still be translated and maintained. */

const FOLDERS = ["app", "db"];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("paraglide"));
}

function productionSources(): string[] {
  return FOLDERS.flatMap(sources).filter((path) => !path.includes(".test."));
}

interface Entry {
  /** Name without the extension. */
  file: string;
  key: string;
}

function catalogue(): Entry[] {
  return readdirSync("messages/en").flatMap((name) =>
    Object.keys(JSON.parse(readFileSync(join("messages/en", name), "utf8")))
      .filter((key) => key !== "$schema")
      .map((key) => ({ file: name.replace(/\.json$/, ""), key })),
  );
}

it("hard-codes a language only in the language table and legal texts", () => {
  const named = sources("app")
    .filter((path) => !path.includes(".test.") && path !== "app/platform/locale/locale.ts")
    .filter((path) => !/^app\/features\/website\/content\/legal\/[\w-]+\.(en|ar)\.ts$/.test(path))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        // Includes module-level formatters, which would keep the language of the first request.
        .filter((line) => /\ben[-_][A-Z]{2}\b|[= (]"en"|^(export )?const \w+ = new Intl\./.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(named).toEqual([]);
  expect(readFileSync("app/platform/locale/locale.ts", "utf8")).toContain('"en-XB"');
});

it("uses every message of the catalogue in production code", () => {
  const used = new Set<string>();
  for (const path of productionSources())
    for (const [, key] of readFileSync(path, "utf8").matchAll(/\bm\s*\.\s*([a-z0-9_]+)/g)) used.add(key!);
  const keys = catalogue().map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(1000);
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});

// Otherwise neither a search nor the test above finds the uses of a message.
it("never computes the key of a message", () => {
  const computed = productionSources().filter((path) =>
    /\bm\s*\[|\bkeyof typeof m\b/.test(readFileSync(path, "utf8")),
  );
  expect(computed).toEqual([]);
});

it("begins each key with the name of its file", () => {
  const others = catalogue().filter(({ file, key }) => !key.startsWith(`${file.replaceAll("-", "_")}_`));
  expect(others).toEqual([]);
});

it("defines each message in a single file", () => {
  const keys = catalogue().map(({ key }) => key);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

it("formats every clock time with formatTime or formatClock", () => {
  const written = readdirSync("messages/en").flatMap((file) =>
    readFileSync(join("messages/en", file), "utf8")
      .split("\n")
      .filter((line) => /\b\d{1,2}:\d{2}\b/.test(line)),
  );
  expect(written).toEqual([]);

  const interpolations = sources("app").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\bm\.[a-z0-9_]+\(\{(?:[^{}]|\{[^{}]*\})*\}\)/g)]
      .map(([text]) => text.replaceAll(/format(Clock|Time)\((?:[^()]|\([^()]*\))*\)/g, ""))
      // Functions and fields with the data format 15:00, which must not appear in texts.
      .filter((text) => /\b(dubaiTime|clockOf|clock)\((?!\))|\b(preferredTime|opensAt|closesAt)\b/.test(text))
      .map((text) => `${path}: ${text}`),
  );
  expect(interpolations).toEqual([]);
});

it("localizes every link to an API call", () => {
  const without = sources("app")
    .filter((path) => path.endsWith(".tsx") && !path.includes(".test."))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        // Files are the same in every language.
        .filter((line) => /(?:href|template\w*)=\{?["`]\/api\/(?!files\/)/i.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(without).toEqual([]);
});
