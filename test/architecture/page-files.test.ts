import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Limit of a page file, in lines (docs/decisions/0086-short-page-files.md). */
const MAX_LINES = 14;

/** Page files that app/routes.ts names. Layouts wrap other pages, and routes such as robots.txt have no screen. */
const pages = [...readFileSync("app/routes.ts", "utf8").matchAll(/"([\w/-]+\.tsx)"/g)]
  .map(([, file]) => `app/${file}`)
  .filter((file) => !file.endsWith("-layout.tsx"));

describe("page files", () => {
  it("finds the pages in app/routes.ts", () => {
    expect(pages.length).toBeGreaterThan(50);
  });

  it("limits page files to what the router needs: metadata, data functions and the screen", () => {
    const countLines = (file: string) => readFileSync(file, "utf8").split("\n").length - 1;
    expect(pages.filter((file) => countLines(file) > MAX_LINES)).toEqual([]);
  });

  it("names page files …-page.tsx", () => {
    expect(pages.filter((file) => !file.endsWith("-page.tsx"))).toEqual([]);
  });
});
