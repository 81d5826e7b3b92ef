import { globSync, readFileSync } from "node:fs";
import { expect, test } from "../harness/fixture";

test("bundles the packages' code for Node.js instead of their code for browsers", () => {
  const bundle = globSync("build/server/**/*.js").map((file) => readFileSync(file, "utf8"));
  const modules = bundle.flatMap((code) => code.match(/(?<=^\/\/ )node_modules\/\S+/gm) ?? []);
  expect(modules).toContain("node_modules/@better-auth/utils/dist/password.node.mjs");
  expect(modules.filter((path) => /\bbrowser\b/.test(path))).toEqual([]);
});
