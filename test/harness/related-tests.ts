import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type ProjectName, projectOf, ROOT, TESTS } from "./projects.ts";

/** Test of a changed file. `tier`: see `rank`; `distance`: imports between the test and the changed file. */
export interface RelatedTest {
  file: string;
  project: ProjectName;
  tier: number;
  distance: number;
}

const SOURCES = "{app,db,test,scripts}/**/*.{ts,tsx,mjs}";
const SPECIFIER = /\bfrom "([^"]+)"|\bimport(?:\(\s*| )"([^"]+)"/g;

/** Reads SQL from a folder instead of importing it. */
const MIGRATE = "app/platform/database/migrate.server.ts";

/** Tests that read all sources. */
const WHOLE_SOURCE = /^test\/(architecture\/)?[^/]+\.test\.ts$/;

/** The tests that the changed files can affect, in the order in which they run. */
export function relatedTests(changed: readonly string[], root = ROOT): RelatedTest[] {
  const starts = changed.flatMap((file) => (/^db\/migrations\//.test(file) ? [file, MIGRATE] : [file]));
  const distances = measureDistances(starts, readImporters(root));
  return globSync(TESTS, { cwd: root })
    .flatMap((file) => {
      const distance = distances.get(file) ?? Number.POSITIVE_INFINITY;
      const tier = Math.min(...changed.map((path) => rank(file, path, distance)));
      return tier === NOT_RELATED ? [] : [{ file, project: projectOf(file, root), tier, distance }];
    })
    .sort(
      (a, b) =>
        phaseOf(a) - phaseOf(b) || a.tier - b.tier || a.distance - b.distance || (a.file < b.file ? -1 : 1),
    );
}

/**
 * Near tests precede far ones, and rules precede slower projects. Tests of a project stay together, because a worker that
 * changes its project loads the product again.
 */
function phaseOf({ project, tier }: RelatedTest): number {
  const isNear = tier <= (project === "processes" ? OWN : SAME_FEATURE);
  return ["rules", "database", "processes"].indexOf(project) + (isNear ? 0 : 3);
}

const OWN = 0;
const SAME_FEATURE = 1;
const ALL_SOURCES = 2;
const INDIRECT = 3;
const NOT_RELATED = 4;

/** Own tests are in the same folder or import the changed file directly. */
function rank(test: string, changed: string, distance: number): number {
  const isReachable = Number.isFinite(distance);
  if (test === changed || stem(test) === stem(changed)) return OWN;
  if (dirname(test) === dirname(changed) || distance <= 1) return OWN;
  if (WHOLE_SOURCE.test(test)) return ALL_SOURCES;
  const feature = featureOf(changed);
  if (feature && featureOf(test) === feature && (isReachable || !/\.tsx?$/.test(changed)))
    return SAME_FEATURE;
  return isReachable ? INDIRECT : NOT_RELATED;
}

function stem(file: string): string {
  return join(dirname(file), basename(file).replace(/(\.server)?(\.test)?\.\w+$/, ""));
}

/** Name of the feature of a source, of a text or of a migration. */
function featureOf(file: string): string | undefined {
  return /^(?:app\/features\/\w+\/([\w-]+)\/|messages\/\w+\/([\w-]+)\.json|db\/migrations\/\d+-([\w-]+)\.sql)/
    .exec(file)
    ?.slice(1)
    .find(Boolean);
}

/** Files that import each file. */
function readImporters(root: string): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync(SOURCES, { cwd: root })) {
    for (const [, from, alone] of readFileSync(join(root, file), "utf8").matchAll(SPECIFIER)) {
      const path = resolveSpecifier((from ?? alone)!, file, root);
      if (path) importers.set(path, [...(importers.get(path) ?? []), file]);
    }
  }
  return importers;
}

function resolveSpecifier(specifier: string, importer: string, root: string): string | undefined {
  if (!/^(~\/|\.)/.test(specifier)) return undefined;
  const path = specifier.startsWith("~/")
    ? join("app", specifier.slice(2))
    : relative(root, join(root, dirname(importer), specifier));
  return ["", ".ts", ".tsx", ".mjs", "/index.ts"]
    .map((extension) => path + extension)
    .find((each) => /\.\w+$/.test(each) && existsSync(join(root, each)));
}

function measureDistances(starts: readonly string[], importers: Map<string, string[]>): Map<string, number> {
  const distances = new Map(starts.map((file) => [file, 0]));
  const queue = [...starts];
  for (const file of queue) {
    for (const importer of importers.get(file) ?? []) {
      if (distances.has(importer)) continue;
      distances.set(importer, distances.get(file)! + 1);
      queue.push(importer);
    }
  }
  return distances;
}
