import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import readRules from "dependency-cruiser/config-utl/extract-depcruise-options";
import readTsConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "~/platform/random";
import { findDeadFiles, productEntries } from "./architecture/dead-files";
import { deadFilesSample, type ViolationSample, violationSamples } from "./architecture/violation-samples";
import { casesForRun, seedOfRun } from "./faults/rounds";

const ROOT = join(import.meta.dirname, "..");

/** Runs dependency-cruiser with the product's rules on the tree below `baseDir`. */
async function cruiseTree(baseDir: string, paths: string[]): Promise<ICruiseResult> {
  const fileName = join(baseDir, "tsconfig.json");
  const rules = await readRules(join(ROOT, ".dependency-cruiser.cjs"));
  const options = { ...rules, baseDir, tsConfig: { fileName } };
  const { output } = await cruise(paths, options, {}, { tsConfig: readTsConfig(fileName) });
  return output as ICruiseResult;
}

interface Violation {
  rule: string;
  /** "from → to", or the file alone if the violation concerns a single file. */
  where: string;
}

function violationsOf({ summary }: ICruiseResult): Violation[] {
  return summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    where: from === to ? from : `${from} → ${packageNameIn(to)}`,
  }));
}

function packageNameIn(path: string): string {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
}

describe("dependencies of the product", () => {
  let product: ICruiseResult;
  beforeAll(async () => {
    product = await cruiseTree(ROOT, ["app", "db", "server.ts"]);
  }, 600_000);

  it("follow the dependency rules", () => {
    expect(violationsOf(product)).toEqual([]);
  });

  it("reach every file from an entry", () => {
    expect(findDeadFiles(product, productEntries())).toEqual([]);
  });

  // dependency-cruiser reads nothing, and so finds nothing, with an unknown TypeScript version.
  it("include all source files", () => {
    const own = product.modules.filter(({ source }) => /^(app|db)\//.test(source));
    expect(own.length).toBeGreaterThan(150);
    const imports = own.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved, dependencyTypes }) => ({ source, resolved, dependencyTypes })),
    );
    expect(imports.length).toBeGreaterThan(own.length * 2);
    expect(imports).toContainEqual({
      source: "app/features/operations/bookings/request/create-booking.server.ts",
      resolved: "app/platform/context.ts",
      dependencyTypes: expect.arrayContaining(["type-only", "aliased-tsconfig-paths"]),
    });
  });
});

describe("planted violations", () => {
  // Inside the project, so that packages are resolved as in the product.
  const folder = join(ROOT, ".cache");
  const trees: string[] = [];
  afterAll(() => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true });
  });

  function writeTree({ files }: Pick<ViolationSample, "files">): string {
    mkdirSync(folder, { recursive: true });
    const tree = mkdtempSync(join(folder, "architecture-"));
    trees.push(tree);
    const tsConfig = JSON.stringify({ compilerOptions: { module: "esnext", paths: { "~/*": ["./app/*"] } } });
    for (const [name, text] of Object.entries({ "tsconfig.json": tsConfig, ...files })) {
      mkdirSync(dirname(join(tree, name)), { recursive: true });
      writeFileSync(join(tree, name), text);
    }
    return tree;
  }

  it.each(casesForRun(violationSamples, createRandom(seedOfRun()), 12))(
    "reports a violation of $rule: $why",
    async (violation) => {
      const tree = writeTree(violation);
      const tops = new Set(Object.keys(violation.files).map((name) => name.split("/")[0]!));
      const found = violationsOf(await cruiseTree(tree, [...tops]));
      const where = (isOf: (rule: string) => boolean) =>
        [...new Set(found.filter(({ rule }) => isOf(rule)).map(({ where }) => where))].sort();
      expect(where((rule) => rule === violation.rule)).toEqual(violation.expectedViolations);
      // Other rules may match the same import, but correct imports pass.
      const others = where((rule) => rule !== violation.rule);
      expect(violation.expectedViolations).toEqual(expect.arrayContaining(others));
    },
  );

  it("reports files that no entry reaches", async () => {
    const result = await cruiseTree(writeTree(deadFilesSample), ["app", "server.ts"]);
    expect(findDeadFiles(result, new Set(["server.ts"]))).toEqual(deadFilesSample.expectedDeadFiles);
  });

  it("covers every rule with a sample", async () => {
    const { ruleSet } = await readRules(join(ROOT, ".dependency-cruiser.cjs"));
    const names = new Set(ruleSet!.forbidden!.map(({ name }) => name));
    expect(new Set(violationSamples.map(({ rule }) => rule))).toEqual(names);
  });
});
