import { m } from "~/paraglide/messages";
import { may, type Permission } from "~/platform/auth/permissions";
import type { SessionUser } from "~/platform/auth/session";
import { activityParts } from "./activity-nav";
import { type AdminPage, adminPages } from "./admin-pages";
import { settingsParts } from "./settings-sections";

/** Part of a page with an address of its own, reached from the palette but not from the rail. */
export interface Destination {
  path: string;
  label: () => string;
  page: AdminPage;
  may: Permission;
}

const pageAt = (path: string) => adminPages.find((page) => page.path === path)!;

const parts: readonly Destination[] = [
  {
    path: "/admin/analytics/invoiced-lines",
    label: m.reports_invoiced_lines,
    page: pageAt("/admin/analytics"),
    may: "analytics.read-money",
  },
  {
    path: "/admin/payments/cheques",
    label: m.payments_cheques,
    page: pageAt("/admin/payments"),
    may: "invoices.read",
  },
  {
    path: "/admin/payments/payouts",
    label: m.payments_payouts,
    page: pageAt("/admin/payments"),
    may: "invoices.read",
  },
  { path: "/admin/books/journal", label: m.books_journal, page: pageAt("/admin/books"), may: "books.read" },
  ...activityParts.map(({ to, label, may }) => ({ path: to, label, page: pageAt("/admin/activity"), may })),
  ...settingsParts
    .flatMap(({ links }) => links)
    .map(({ path, label }) => ({
      path,
      label,
      page: pageAt("/admin/settings"),
      may: "settings.manage" as const,
    })),
];

export const destinations = parts.filter(({ path }) => !adminPages.some((page) => page.path === path));

export function destinationsFor(user: Pick<SessionUser, "role">): Destination[] {
  return destinations.filter((destination) => may(user, destination.may));
}
