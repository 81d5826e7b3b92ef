import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/**
 * Elements with a component in app/ui, which must not be written elsewhere because they would look and behave
 * differently.
 */
const parts = { 'type="checkbox"': "app/ui/form/checkbox.tsx" };

it.each(Object.entries(parts))("renders %s only in its shared component", (markup, part) => {
  const files = globSync("app/**/*.tsx", { cwd: ROOT });
  expect(files.filter((file) => readFileSync(join(ROOT, file), "utf8").includes(markup))).toEqual([part]);
});

it("passes components of other features through page slots only", () => {
  const files = globSync("app/features/**/*.{ts,tsx}", { cwd: ROOT });
  const component = /\bComponentType<(?!SVGProps)|\(props: [^)]*\) => ReactNode/;
  expect(files.filter((file) => component.test(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});
