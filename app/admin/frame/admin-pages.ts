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

export interface AdminPage {
  path: string;
  /** Permission needed to see the link. */
  may: Permission;
  label: () => string;
  Icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  /** Listed in the settings; on the rail only for users without settings. */
  inSettings?: true;
}

/** Office pages in the order of the rail. */
export const adminPages: readonly AdminPage[] = [
  { path: "/admin", may: "office.enter", label: m.today_title, Icon: House },
  { path: "/admin/bookings", may: "bookings.read", label: m.admin_nav_bookings, Icon: ClipboardList },
  { path: "/admin/calendar", may: "visits.plan", label: m.board_nav, Icon: CalendarDays },
  { path: "/admin/finished-work", may: "bookings.read", label: m.finished_work_title, Icon: CalendarCheck },
  { path: "/admin/customers", may: "customers.read", label: m.admin_nav_customers, Icon: UsersRound },
  { path: "/admin/quotes", may: "quotes.read", label: m.quotes_office_title, Icon: FileText },
  { path: "/admin/contracts", may: "contracts.read", label: m.contract_office_title, Icon: FileCheck },
  { path: "/admin/invoices", may: "invoices.read", label: m.invoices_title, Icon: ReceiptText },
  { path: "/admin/payments", may: "invoices.read", label: m.payments_title, Icon: Banknote },
  { path: "/admin/books", may: "books.read", label: m.books_title, Icon: BookText },
  { path: "/admin/analytics", may: "analytics.read", label: m.reports_title, Icon: ChartNoAxesColumn },
  { path: "/admin/reviews", may: "reviews.publish", label: m.website_reviews, Icon: Star },
  { path: "/admin/inbox", may: "customers.read", label: m.inbox_title, Icon: Inbox },
  { path: "/admin/technicians", may: "technicians.read", label: m.admin_nav_technicians, Icon: HardHat },
  { path: "/admin/services", may: "services.read", label: m.admin_nav_services, Icon: Wrench },
  { path: "/admin/pricing", may: "prices.read", label: m.pricing_title, Icon: Tag },
  { path: "/admin/holidays", may: "holidays.manage", label: m.admin_nav_holidays, Icon: CalendarOff },
  { path: "/admin/activity", may: "activity.read", label: m.activity_title, Icon: History },
  { path: "/admin/team", may: "team.manage", label: m.team_title, Icon: IdCard },
  { path: "/admin/settings", may: "settings.manage", label: m.settings_nav, Icon: Settings },
  { path: "/admin/api", may: "keys.manage", label: m.keys_title, Icon: KeyRound, inSettings: true },
  {
    path: "/admin/imports",
    may: "customers.manage",
    label: m.imports_title,
    Icon: FileUp,
    inSettings: true,
  },
  {
    path: "/admin/background-jobs",
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
