import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Result columns of SQL text are mapped to camelCase (docs/decisions/0087-camel-case.md), unseen by the compiler. */

const ROOT = join(import.meta.dirname, "../..");
const RESULT_TYPE = /\bsql<([^`]*?)>`/g;
const SNAKE_CASE = /\b[a-z]+_[a-z_]+(?=\??:)/g;

function findSnakeCaseResults(text: string): string[] {
  return [...text.matchAll(RESULT_TYPE)].flatMap(([, type]) => type!.match(SNAKE_CASE) ?? []);
}

it("names result columns of SQL text in camelCase", () => {
  const found = globSync("{app,db,test,bench}/**/*.{ts,tsx}", { cwd: ROOT, exclude: ["app/paraglide/**"] })
    .filter((path) => !path.startsWith("test/architecture/"))
    .flatMap((path) =>
      findSnakeCaseResults(readFileSync(join(ROOT, path), "utf8")).map((name) => `${path} ${name}`),
    );
  expect(found).toEqual([]);
});

it("finds a snake_case result column", () => {
  expect(findSnakeCaseResults("sql<{ id: string; due_at: Date }>`SELECT id, due_at FROM mails`")).toEqual([
    "due_at",
  ]);
});
