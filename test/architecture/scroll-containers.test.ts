import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

const SCROLLS = /^(?:\S+:)?overflow-(?:[xy]-)?(?:auto|scroll)$/;
const POSITIONED = /^(?:relative|absolute|fixed|sticky)$/;

/** Class lists of elements that scroll without being the containing block of what they contain. */
function findUnpositioned(text: string): string[] {
  return [...text.matchAll(/["`]([^"`\n]*overflow-[^"`\n]*)["`]/g)]
    .map(([, classes = ""]) => classes)
    .filter((classes) => {
      const names = classes.split(" ");
      return names.some((name) => SCROLLS.test(name)) && !names.some((name) => POSITIONED.test(name));
    });
}

// Text for screen readers is positioned absolutely: it would not scroll and would make the page longer.
it("positions every element that scrolls", () => {
  const found = globSync("app/**/*.tsx", { cwd: ROOT }).flatMap((file) =>
    findUnpositioned(readFileSync(join(ROOT, file), "utf8")).map((classes) => `${file}: ${classes}`),
  );
  expect(found).toEqual([]);
});

it("finds an element that scrolls without a position", () => {
  expect(findUnpositioned('<ul className="flex lg:overflow-y-auto">')).toEqual(["flex lg:overflow-y-auto"]);
  expect(findUnpositioned('<ul className="relative overflow-auto">')).toEqual([]);
  expect(findUnpositioned('<ul className="overflow-hidden">')).toEqual([]);
});
