import CalendarDays from "lucide-react/icons/calendar-days";
import CalendarOff from "lucide-react/icons/calendar-off";
import ClipboardList from "lucide-react/icons/clipboard-list";
import HardHat from "lucide-react/icons/hard-hat";
import UsersRound from "lucide-react/icons/users-round";
import Wrench from "lucide-react/icons/wrench";
import type { ComponentType } from "react";
import { m } from "~/paraglide/messages";

interface AdminPage {
  path: string;
  label: () => string;
  Icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
}

/** The pages of the back office, in the order of its rail: a new page is one line. */
export const adminPages: readonly AdminPage[] = [
  { path: "/admin/bookings", label: m.admin_nav_bookings, Icon: ClipboardList },
  { path: "/admin/calendar", label: m.board_nav, Icon: CalendarDays },
  { path: "/admin/customers", label: m.admin_nav_customers, Icon: UsersRound },
  { path: "/admin/technicians", label: m.admin_nav_technicians, Icon: HardHat },
  { path: "/admin/services", label: m.admin_nav_services, Icon: Wrench },
  { path: "/admin/holidays", label: m.admin_nav_holidays, Icon: CalendarOff },
];
