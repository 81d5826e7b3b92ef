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

it("is in no language that the code names: the table of languages and the legal texts do", () => {
  const named = sources("app")
    .filter((path) => !path.includes(".test.") && path !== "app/platform/locale/locale.ts")
    .filter((path) => !/^app\/features\/content\/legal\/[\w-]+\.en\.ts$/.test(path))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        // Also what is made at once for whatever language is spoken then.
        .filter((line) => /\ben[-_][A-Z]{2}\b|[= (]"en"|^(export )?const \w+ = new Intl\./.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(named).toEqual([]);
  expect(readFileSync("app/platform/locale/locale.ts", "utf8")).toContain('"en-AE"');
});

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

it("has each message in one file: of two, one would be said in the other's place", () => {
  const files = new Map<string, string>();
  const twice = readdirSync("messages/en").flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join("messages/en", file), "utf8"))).flatMap((key) => {
      const other = files.get(key);
      files.set(key, file);
      return key !== "$schema" && other ? [`${key}: ${other}, ${file}`] : [];
    }),
  );
  expect(twice).toEqual([]);
});

it("says every clock time as `formatTime` and `formatClock` write it", () => {
  const written = readdirSync("messages/en").flatMap((file) =>
    readFileSync(join("messages/en", file), "utf8")
      .split("\n")
      .filter((line) => /\b\d{1,2}:\d{2}\b/.test(line)),
  );
  expect(written).toEqual([]);

  const put = sources("app").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\bm\.[a-z0-9_]+\(\{(?:[^{}]|\{[^{}]*\})*\}\)/g)]
      .map(([text]) => text.replaceAll(/format(Clock|Time)\((?:[^()]|\([^()]*\))*\)/g, ""))
      // As it is kept and sent: 15:00.
      .filter((text) => /\b(dubaiTime|clockOf|clock)\((?!\))|\b(preferredTime|opensAt|closesAt)\b/.test(text))
      .map((text) => `${path}: ${text}`),
  );
  expect(put).toEqual([]);
});

it("leads to calls in the language of the page: what they answer is read by the same people", () => {
  const without = sources("app")
    .filter((path) => path.endsWith(".tsx") && !path.includes(".test."))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        // A picture or a paper is the same in every language.
        .filter((line) => /(?:href|template\w*)=\{?["`]\/api\/(?!files\/)/i.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(without).toEqual([]);
});
