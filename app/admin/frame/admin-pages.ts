import Banknote from "lucide-react/icons/banknote";
import BookText from "lucide-react/icons/book-text";
import CalendarCheck from "lucide-react/icons/calendar-check";
import CalendarDays from "lucide-react/icons/calendar-days";
import CalendarOff from "lucide-react/icons/calendar-off";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import ClipboardList from "lucide-react/icons/clipboard-list";
import FileCheck from "lucide-react/icons/file-check";
import FileText from "lucide-react/icons/file-text";
import FileUp from "lucide-react/icons/file-up";
import HardHat from "lucide-react/icons/hard-hat";
import History from "lucide-react/icons/history";
import House from "lucide-react/icons/house";
import IdCard from "lucide-react/icons/id-card";
import Inbox from "lucide-react/icons/inbox";
import KeyRound from "lucide-react/icons/key-round";
import ListChecks from "lucide-react/icons/list-checks";
import ReceiptText from "lucide-react/icons/receipt-text";
import Settings from "lucide-react/icons/settings";
import Star from "lucide-react/icons/star";
import Tag from "lucide-react/icons/tag";
import UsersRound from "lucide-react/icons/users-round";
import Wrench from "lucide-react/icons/wrench";
import type { ComponentType } from "react";
import { m } from "~/paraglide/messages";
import { may, type Permission } from "~/platform/auth/permissions";
import type { SessionUser } from "~/platform/auth/session";

export const pageGroups = ["work", "sales", "money", "company", "administration"] as const;
export type PageGroup = (typeof pageGroups)[number];

export interface AdminPage {
  path: string;
  /** Group of the rail. */
  group: PageGroup;
  /** Permission needed to see the link. */
  may: Permission;
  label: () => string;
  Icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  /** Listed in the settings; on the rail only for users without settings. */
  inSettings?: true;
}

/** Office pages in the order of the rail, group by group. */
export const adminPages: readonly AdminPage[] = [
  { path: "/admin", group: "work", may: "office.enter", label: m.today_title, Icon: House },
  {
    path: "/admin/bookings",
    group: "work",
    may: "bookings.read",
    label: m.admin_nav_bookings,
    Icon: ClipboardList,
  },
  { path: "/admin/calendar", group: "work", may: "visits.plan", label: m.board_nav, Icon: CalendarDays },
  {
    path: "/admin/finished-work",
    group: "work",
    may: "bookings.read",
    label: m.finished_work_title,
    Icon: CalendarCheck,
  },
  { path: "/admin/inbox", group: "work", may: "customers.read", label: m.inbox_title, Icon: Inbox },
  {
    path: "/admin/customers",
    group: "sales",
    may: "customers.read",
    label: m.admin_nav_customers,
    Icon: UsersRound,
  },
  { path: "/admin/quotes", group: "sales", may: "quotes.read", label: m.quotes_office_title, Icon: FileText },
  {
    path: "/admin/contracts",
    group: "sales",
    may: "contracts.read",
    label: m.contract_office_title,
    Icon: FileCheck,
  },
  { path: "/admin/reviews", group: "sales", may: "reviews.publish", label: m.website_reviews, Icon: Star },
  {
    path: "/admin/invoices",
    group: "money",
    may: "invoices.read",
    label: m.invoices_title,
    Icon: ReceiptText,
  },
  { path: "/admin/payments", group: "money", may: "invoices.read", label: m.payments_title, Icon: Banknote },
  { path: "/admin/books", group: "money", may: "books.read", label: m.books_title, Icon: BookText },
  {
    path: "/admin/analytics",
    group: "money",
    may: "analytics.read",
    label: m.reports_title,
    Icon: ChartNoAxesColumn,
  },
  {
    path: "/admin/technicians",
    group: "company",
    may: "technicians.read",
    label: m.admin_nav_technicians,
    Icon: HardHat,
  },
  {
    path: "/admin/holidays",
    group: "company",
    may: "holidays.manage",
    label: m.admin_nav_holidays,
    Icon: CalendarOff,
  },
  {
    path: "/admin/services",
    group: "company",
    may: "services.read",
    label: m.admin_nav_services,
    Icon: Wrench,
  },
  { path: "/admin/pricing", group: "company", may: "prices.read", label: m.pricing_title, Icon: Tag },
  {
    path: "/admin/activity",
    group: "administration",
    may: "activity.read",
    label: m.activity_title,
    Icon: History,
  },
  { path: "/admin/team", group: "administration", may: "team.manage", label: m.team_title, Icon: IdCard },
  {
    path: "/admin/settings",
    group: "administration",
    may: "settings.manage",
    label: m.settings_nav,
    Icon: Settings,
  },
  {
    path: "/admin/api",
    group: "administration",
    may: "keys.manage",
    label: m.keys_title,
    Icon: KeyRound,
    inSettings: true,
  },
  {
    path: "/admin/imports",
    group: "administration",
    may: "customers.manage",
    label: m.imports_title,
    Icon: FileUp,
    inSettings: true,
  },
  {
    path: "/admin/background-jobs",
    group: "administration",
    may: "office.enter",
    label: m.background_jobs_title,
    Icon: ListChecks,
    inSettings: true,
  },
];

/** Pages with a narrower permission than the page above them, and pages below none. */
const permissionOverrides: readonly Pick<AdminPage, "path" | "may">[] = [
  { path: "/admin/bookings/new", may: "bookings.manage" },
  { path: "/admin/customers/:customerId/statement", may: "invoices.read" },
  { path: "/admin/analytics/invoiced-lines", may: "analytics.read-money" },
  { path: "/admin/services/new", may: "services.manage" },
  { path: "/admin/opening-balances", may: "books.import-opening-balances" },
];

type PermittedUser = Pick<SessionUser, "role" | "granted">;

export function pagesFor(user: PermittedUser): AdminPage[] {
  return adminPages.filter((page) => may(user, page.may));
}

export function railFor(user: PermittedUser): AdminPage[] {
  return pagesFor(user).filter((page) => !(page.inSettings && may(user, "settings.manage")));
}

/** Former addresses, kept for bookmarks and old emails. */
const formerPaths: Readonly<Record<string, string>> = { "/admin/settings/reviews": "/admin/reviews" };

export function findRedirect(pathname: string): string | undefined {
  return formerPaths[pathname.replace(/\/$/, "")];
}

export function canOpenPage(user: PermittedUser, pathname: string): boolean {
  // The last match is the most specific, because every page is below /admin.
  const page = [...adminPages, ...permissionOverrides].findLast(({ path }) => isAtOrBelow(path, pathname));
  return page !== undefined && may(user, page.may);
}

/** Matches paths as the router does: case-insensitive, any deeper path, `:id` for any segment. */
function isAtOrBelow(path: string, pathname: string): boolean {
  return new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}(/|$)`, "i").test(pathname);
}
