import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const MIN_LINES = 20;

const IMPORT = /\b(?:from|import)\s*(\(?)\s*"((?:\.|~\/)[^"?]+)/g;

interface Import {
  importer: string;
  isLazy: boolean;
}

/**
 * Files of fewer than 20 lines that belong into the only file that imports them. A test counts as an importer, so a file
 * with a test of its own is no finding.
 */
function findMergeable(sources: ReadonlyMap<string, string>): string[] {
  const imports = collectImports(sources);
  const pages = sources.get("app/routes.ts") ?? "";
  return [...sources]
    .filter(([file, text]) => file.startsWith("app/") && text.split("\n").length - 1 < MIN_LINES)
    .flatMap(([file]) => {
      const importedBy = imports.get(file) ?? [];
      const [importer, ...others] = new Set(importedBy.map(({ importer }) => importer));
      if (!importer || others.length > 0) return [];
      const staysSeparate =
        importedBy.some(({ isLazy }) => isLazy) ||
        // A feature or surface keeps what belongs to it.
        partOf(file) !== partOf(importer) ||
        // A page file contains only what the router needs (page-files.test.ts).
        pages.includes(`"${importer.slice("app/".length)}"`) ||
        // A folder of commands has one file per verb (ARCHITECTURE.md).
        file.includes("/commands/");
      return staysSeparate ? [] : [`${file} → ${importer}`];
    });
}

function collectImports(sources: ReadonlyMap<string, string>): Map<string, Import[]> {
  const imports = [...sources].flatMap(([importer, text]) =>
    [...text.matchAll(IMPORT)].map(([, parenthesis, specifier = ""]) => {
      const path = specifier.startsWith("~/")
        ? join("app", specifier.slice(2))
        : join(dirname(importer), specifier);
      const file = [path, `${path}.ts`, `${path}.tsx`].find((candidate) => sources.has(candidate));
      return { file, importer, isLazy: parenthesis === "(" };
    }),
  );
  return Map.groupBy(
    imports.filter((each) => each.file !== undefined),
    ({ file }) => file as string,
  );
}

/** Feature, or top folder of `app`. */
function partOf(file: string): string {
  return /^app\/(features\/[^/]+\/)?[^/]+\//.exec(file)?.[0] ?? file;
}

describe("small files", () => {
  it("merges files of fewer than 20 lines into the only file that imports them", () => {
    const files = globSync("{app,db,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs}", {
      exclude: ["app/paraglide/**"],
    });
    expect(files.length).toBeGreaterThan(1_500);
    expect(findMergeable(new Map(files.map((file) => [file, readFileSync(file, "utf8")])))).toEqual([]);
  });

  it.each<[string, Record<string, string>, number]>([
    ["one importer", { "app/ui/a.ts": "", "app/ui/b.tsx": 'import { a } from "./a";\n' }, 1],
    ["one importer by alias", { "app/ui/a.ts": "", "app/ui/b.ts": 'export * from "~/ui/a";\n' }, 1],
    ["20 lines", { "app/ui/a.ts": "\n".repeat(20), "app/ui/b.ts": 'import "./a";\n' }, 0],
    [
      "a second importer",
      { "app/ui/a.ts": "", "app/ui/b.ts": 'import "./a";', "test/c.ts": 'import "~/ui/a";' },
      0,
    ],
    ["a lazy import", { "app/ui/a.ts": "", "app/ui/b.ts": 'const load = () => import("./a");\n' }, 0],
    [
      "another feature",
      { "app/features/core/a/x.ts": "", "app/features/core/b/y.ts": 'import "../a/x";' },
      0,
    ],
    [
      "a page file",
      { "app/site/a.ts": "", "app/site/b.tsx": 'import "./a";', "app/routes.ts": 'index("site/b.tsx")' },
      0,
    ],
  ])("reports the right number of files with %s", (_case, sources, count) => {
    expect(findMergeable(new Map(Object.entries(sources)))).toHaveLength(count);
  });
});
