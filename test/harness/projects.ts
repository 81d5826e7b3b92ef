import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/*
 * The Vitest project of a test file follows from what the file imports, directly or through the harness:
 * - processes: imports something that starts programs (PROGRAM_STARTERS), or is in test/faults;
 * - database: uses a test database (test/harness/servers/database.ts);
 * - rules: all others. rules-setup.ts refuses database connections and child processes in them.
 */

export type ProjectName = "rules" | "database" | "processes";

export const ROOT = join(import.meta.dirname, "../..");
export const TESTS = "{app,db,test,scripts}/**/*.test.{ts,tsx,mjs}";
const HARNESS = "test/harness/";
const FAULT_TESTS = "test/faults/";
const PROGRAM_STARTERS = [
  "node:child_process",
  "test/harness/programs/",
  "app/platform/documents/render.server.ts",
  "app/platform/files/pictures.server.ts",
];
const DATABASE = "test/harness/servers/database.ts";
/** They start servers once for all tests. */
const SERVERS = [DATABASE, "test/harness/servers/database-servers.ts"];

/** Value imports; `import type` loads nothing. */
const IMPORT = /^(?:import|export) (?!type )[^;]*?from "([^"]+)"|^import "([^"]+)"/gm;

/** All test files by project, relative to the root. */
export function testsByProject(): Record<ProjectName, string[]> {
  const files = globSync(TESTS, { cwd: ROOT }).sort();
  return Object.assign(
    { rules: [], database: [], processes: [] },
    Object.groupBy(files, (file) => projectOf(file)),
  );
}

export function projectOf(testFile: string, root = ROOT): ProjectName {
  const imports = collectImports(testFile, root, new Set());
  const startsPrograms = [...imports].some((path) => PROGRAM_STARTERS.some((each) => path.startsWith(each)));
  if (startsPrograms || testFile.startsWith(FAULT_TESTS)) return "processes";
  return imports.has(DATABASE) ? "database" : "rules";
}

/** Imports of a file and of the harness files among them. */
function collectImports(file: string, root: string, found: Set<string>): Set<string> {
  for (const [, from, alone] of readFileSync(join(root, file), "utf8").matchAll(IMPORT)) {
    const path = resolveImport((from ?? alone)!, file, root);
    if (found.has(path)) continue;
    found.add(path);
    if (path.startsWith(HARNESS) && !SERVERS.includes(path) && existsSync(join(root, path)))
      collectImports(path, root, found);
  }
  return found;
}

function resolveImport(specifier: string, importer: string, root: string): string {
  if (!/^(\.|~\/)/.test(specifier)) return specifier;
  const path = specifier.startsWith("~/")
    ? join("app", specifier.slice(2))
    : relative(root, join(root, dirname(importer), specifier));
  return /\.\w+$/.test(path) && existsSync(join(root, path)) ? path : `${path}.ts`;
}
