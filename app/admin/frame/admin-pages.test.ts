import { expect, it } from "vitest";
import { type OfficeRole, officeRoles } from "~/platform/auth/permissions";
import { pagesFor, railFor, seesPage } from "./admin-pages";

const paths = (pages: { path: string }[]) => pages.map(({ path }) => path);
const programs = ["/admin/api", "/admin/imports", "/admin/work"];
const ofPrograms = (pages: { path: string }[]) => paths(pages).filter((path) => programs.includes(path));

it.each<[OfficeRole, string[]]>([
  ["admin", programs],
  ["dispatcher", ["/admin/imports", "/admin/work"]],
  ["accountant", ["/admin/imports", "/admin/work"]],
])("leads %s to imports, work in the background and keys, as far as they may", (role, wanted) => {
  expect(ofPrograms(pagesFor({ role }))).toEqual(wanted);
  expect(programs.filter((path) => seesPage({ role }, path))).toEqual(wanted);
  // Whoever has settings goes there by them.
  expect(ofPrograms(railFor({ role }))).toEqual(role === "admin" ? [] : wanted);
});

it("leads everybody by rail or settings to every page that they may open", () => {
  for (const role of officeRoles) {
    const rail = paths(railFor({ role }));
    const hidden = paths(pagesFor({ role })).filter((path) => !rail.includes(path));
    expect(hidden, role).toEqual(rail.includes("/admin/settings") ? programs : []);
  }
});
