import { m } from "~/paraglide/messages";
import { may, type Permission } from "~/platform/auth/permissions";
import type { SessionUser } from "~/platform/auth/session";
import { activityParts } from "./activity-nav";
import { adminPages } from "./admin-pages";
import { settingsParts } from "./settings-sections";

/** A part of a page that has an address of its own: no rail leads there, the palette does. */
export interface Place {
  path: string;
  label: () => string;
  /** The page that it is a part of. */
  of: () => string;
  may: Permission;
}

const parts: readonly Place[] = [
  {
    path: "/admin/analytics/revenue",
    label: m.reports_invoiced_lines,
    of: m.reports_title,
    may: "analytics.read-money",
  },
  { path: "/admin/payments/cheques", label: m.payments_cheques, of: m.payments_title, may: "invoices.read" },
  { path: "/admin/payments/payouts", label: m.payments_payouts, of: m.payments_title, may: "invoices.read" },
  { path: "/admin/books/journal", label: m.books_journal, of: m.books_title, may: "books.read" },
  ...activityParts.map(({ to, label, may }) => ({ path: to, label, of: m.activity_title, may })),
  ...settingsParts
    .flatMap(({ links }) => links)
    .map(({ path, label }) => ({ path, label, of: m.settings_nav, may: "settings.manage" as const })),
];

export const places = parts.filter(({ path }) => !adminPages.some((page) => page.path === path));

/** Those that somebody may open. */
export function placesFor(user: Pick<SessionUser, "role">): Place[] {
  return places.filter((place) => may(user, place.may));
}
