import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ICruiseResult } from "dependency-cruiser";
import routes from "~/routes";

const ROOT = join(import.meta.dirname, "../..");

/** Files that Node and the router's build load. */
const loadedFiles = [
  "server.ts",
  "app/server/boot-development.server.ts",
  "app/root.tsx",
  "app/routes.ts",
  "app/entry.client.tsx",
  "app/entry.server.tsx",
  // Programs of child processes, listed in vite.config.ts.
  "app/platform/documents/render-process.ts",
  "app/platform/files/picture-process.ts",
  // Run by `npm run seed:large`.
  "db/seed/large/command.server.ts",
  // Run by `node scripts/write-schema.mjs`.
  "db/schema.server.ts",
  // Fills the types of app/platform/database/tables.ts.
  "db/tables.ts",
];

/** The server, the browser's entry, the pages of app/routes.ts and web workers. */
export function productEntries(): Set<string> {
  return new Set([...loadedFiles, ...pagesOf(routes), ...workers()]);
}

function pagesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [`app/${file}`, ...pagesOf(children)]);
}

function workers(): string[] {
  return globSync("app/**/*.tsx", { cwd: ROOT }).flatMap((page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const started = text.matchAll(/new Worker\(new URL\("([^"]+)", import\.meta\.url\)/g);
    return [...started].map(([, file]) => join(dirname(page), file!));
  });
}

/**
 * Files of app and db that no entry imports, directly or through others. The rule `reachable` of dependency-cruiser took
 * half of the time of all its rules.
 */
export function findDeadFiles({ modules }: ICruiseResult, entries: ReadonlySet<string>): string[] {
  const imports = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)]),
  );
  const reached = new Set(entries);
  // A set also visits what is added during the loop.
  for (const file of reached) for (const imported of imports.get(file) ?? []) reached.add(imported);
  return [...imports.keys()]
    .filter((file) => /^(app|db)\//.test(file) && !/\.test\.tsx?$/.test(file) && !reached.has(file))
    .sort();
}
