import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Tailwind width in which "AED 1,336,205.25" fits with the padding of a cell, in quarters of a rem. */
const MIN_WIDTH = 40;

it("gives columns of amounts room for millions", () => {
  const columns = globSync("app/**/*-list.tsx").flatMap((file) =>
    readFileSync(file, "utf8")
      .split(/\n {6}\{\n/)
      .slice(1)
      .map((part) => part.split(/\n {6}\},/)[0]!)
      .filter((column) => /format(Exact)?(Money|Amount)\(/.test(column))
      .map((column) => ({
        file,
        label: /label: ([\w.]+)/.exec(column)?.[1],
        width: Number(/width: "w-(\d+)"/.exec(column)?.[1] ?? Number.POSITIVE_INFINITY),
      })),
  );
  expect(columns.length).toBeGreaterThan(8);
  expect(columns.filter(({ width }) => width < MIN_WIDTH)).toEqual([]);
});
