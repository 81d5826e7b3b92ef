import { expect, it } from "vitest";
import { settingsSections } from "~/features/core/business/sections";
import { settingsParts } from "./settings-sections";

it("links to every section of the settings", () => {
  const paths = settingsParts.flatMap(({ links }) => links.map(({ path }) => path));
  const sections = Object.keys(settingsSections).map((name) => `/admin/settings/${name}`);
  expect(sections.filter((path) => !paths.includes(path))).toEqual([]);
});
