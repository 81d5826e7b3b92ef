import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const sources = globSync("app/**/*.server.ts").map((file) => readFileSync(file, "utf8"));

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

/** The `run` of a reaction, which is a constant or made by a function. */
const REACTION = /\bReaction<[^{}]*> (?:= |\{\s+return )\{\s+name\b[\s\S]*?^ +(.*\brun\b.*)$/gm;

/** First lines of `run` functions whose name traces and profiles would show as "run". */
function findUnnamedRuns(source: string): string[] {
  return [...source.matchAll(REACTION)].flatMap(([, run = ""]) =>
    /^run: (?:async )?function \w/.test(run) ? [] : [run],
  );
}

describe("reactions", () => {
  it("runs a named function in each reaction", () => {
    expect(sources.join("\n").match(REACTION)?.length).toBeGreaterThan(40);
    expect(sources.flatMap(findUnnamedRuns)).toEqual([]);
  });

  it.each([
    'export const sendNote: Reaction<"a.b"> = {\n  name: "send-note",\n  async run(ctx) {',
    'export const sendNote: Reaction<"a.b"> = {\n  name: "send-note",\n  external: true,\n  run: (ctx) => send(ctx),',
    "function noteMail<Type>(name: string): Reaction<Type> {\n  return {\n    name,\n    async run(ctx) {",
  ])("reports reactions without a name: %s", (source) => {
    expect(findUnnamedRuns(source)).toHaveLength(1);
  });
});
