import { expect, it } from "vitest";
import { type OfficeRole, officeRoles } from "~/platform/auth/actor";
import { type Permission, roleMay } from "~/platform/auth/permissions";
import type { Endpoint } from "~/platform/http/endpoint.server";
import { features } from "../../server/api.server";
import { adminPages, canOpenPage, findRedirect, pagesFor, railFor } from "./admin-pages";
import { destinations, destinationsFor } from "./destinations";

const paths = (pages: { path: string }[]) => pages.map(({ path }) => path);
const programs = ["/admin/api", "/admin/imports", "/admin/background-jobs"];
const ofPrograms = (pages: { path: string }[]) => paths(pages).filter((path) => programs.includes(path));

it.each<[OfficeRole, string[]]>([
  ["admin", programs],
  ["dispatcher", ["/admin/imports", "/admin/background-jobs"]],
  ["accountant", ["/admin/imports", "/admin/background-jobs"]],
])("shows the role %s its permitted pages for imports, background jobs and API", (role, expected) => {
  expect(ofPrograms(pagesFor({ role }))).toEqual(expected);
  expect(programs.filter((path) => canOpenPage({ role }, path))).toEqual(expected);
  // Users with settings reach these pages from there.
  expect(ofPrograms(railFor({ role }))).toEqual(role === "admin" ? [] : expected);
});

it("lists every page that a role may open in the rail or the settings", () => {
  for (const role of officeRoles) {
    const rail = paths(railFor({ role }));
    const hidden = paths(pagesFor({ role })).filter((path) => !rail.includes(path));
    expect(hidden, role).toEqual(rail.includes("/admin/settings") ? programs : []);
  }
});

/** Pages that show the data of a permission. */
const neededAt: Partial<Record<Permission, string>> = {
  "office.enter": "/admin",
  "bookings.read": "/admin/bookings",
  "bookings.manage": "/admin/bookings",
  "visits.plan": "/admin/calendar",
  "reviews.publish": "/admin/reviews",
  "customers.read": "/admin/customers",
  "customers.manage": "/admin/customers",
  "technicians.read": "/admin/technicians",
  "technicians.manage": "/admin/technicians",
  "technicians.invite": "/admin/technicians",
  "holidays.manage": "/admin/holidays",
  "services.read": "/admin/services",
  "services.manage": "/admin/services",
  "prices.read": "/admin/pricing",
  "prices.manage": "/admin/pricing",
  "invoices.read": "/admin/invoices",
  "invoices.manage": "/admin/invoices",
  "invoices.write-off": "/admin/invoices",
  "payments.record": "/admin/payments",
  "payments.refund": "/admin/payments",
  "books.import-opening-balances": "/admin/opening-balances",
  "books.read": "/admin/books/journal",
  "books.post": "/admin/books/journal",
  "books.close": "/admin/books",
  "quotes.read": "/admin/quotes",
  "quotes.manage": "/admin/quotes",
  "mails.read": "/admin/activity/mails",
  "mails.retry": "/admin/activity/mails",
  "contracts.read": "/admin/contracts",
  "contracts.manage": "/admin/contracts",
  "contracts.activate": "/admin/contracts",
  "contracts.cancel": "/admin/contracts",
  "files.read-all": "/admin/bookings",
  "analytics.read": "/admin/analytics",
  "analytics.read-work": "/admin/analytics",
  "analytics.read-money": "/admin/analytics/invoiced-lines",
  "activity.read": "/admin/activity",
  "activity.answer": "/admin/activity/security",
  "settings.manage": "/admin/settings",
  "backups.manage": "/admin/settings/backups",
  "team.manage": "/admin/team",
  "keys.manage": "/admin/api",
};

it("assigns every office permission a page that its roles can open", () => {
  const rows = features
    .flatMap(({ rows }): readonly Endpoint[] => rows)
    .filter(({ path }) => path.startsWith("/admin/"));
  const requested = new Set(rows.map(({ may }) => may));
  expect([...requested].filter((permission) => !(permission in neededAt))).toEqual([]);
  const knownPaths = [...adminPages, ...destinations].map(({ path }) => path);
  for (const [permission, path] of Object.entries(neededAt) as [Permission, string][]) {
    expect(knownPaths, permission).toContain(path);
    for (const role of officeRoles)
      if (roleMay(role, permission))
        expect([permission, role, canOpenPage({ role }, path)]).toEqual([permission, role, true]);
  }
});

it("lists no palette destination that the page guard refuses", () => {
  for (const role of officeRoles)
    expect(paths(destinationsFor({ role })).filter((path) => !canOpenPage({ role }, path))).toEqual([]);
  expect(paths(destinationsFor({ role: "admin" }))).toEqual(
    expect.arrayContaining(["/admin/settings/backups", "/admin/settings/tax", "/admin/activity/mails"]),
  );
  expect(paths(destinationsFor({ role: "dispatcher" }))).toEqual([]);
});

it("redirects former addresses of office pages", () => {
  expect(findRedirect("/admin/settings/reviews")).toBe("/admin/reviews");
  expect(findRedirect("/admin/settings/company-documents")).toBeUndefined();
});
