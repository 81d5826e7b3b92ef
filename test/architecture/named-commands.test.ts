import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const DECLARATION =
  /^export const (\w+) = (?:command|query)\(\s*"[\w.-]+",\s*(?:async )?(function(?=\W)|\w*)\s*(\w*)/gm;

/** Declarations whose function has no name of its own or another name. */
function findUnnamed(source: string): string[] {
  return [...source.matchAll(DECLARATION)].flatMap(([, name = "", keyword, functionName]) =>
    keyword === "" || (keyword === "function" && functionName !== name) ? [name] : [],
  );
}

describe("commands and queries", () => {
  it("passes a named function to each command and query, so that traces and profiles show it", () => {
    const sources = globSync("app/**/*.server.ts").map((file) => readFileSync(file, "utf8"));
    expect(sources.join("\n").match(DECLARATION)?.length).toBeGreaterThan(300);
    expect(sources.flatMap(findUnnamed)).toEqual([]);
  });

  it.each([
    'export const saveNote = command("a.b", async (ctx) => {',
    'export const saveNote = command("a.b", (ctx) => save(ctx));',
    'export const saveNote = query(\n  "a.b",\n  async function storeNote(ctx) {',
  ])("reports commands without a name: %s", (source) => {
    expect(findUnnamed(source)).toEqual(["saveNote"]);
  });
});
