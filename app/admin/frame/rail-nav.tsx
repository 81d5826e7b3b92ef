import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { NavLink } from "react-router";
import { moneyTodayQuery, workTodayQuery } from "~/features/oversight/today/admin-client";
import { m } from "~/paraglide/messages";
import { may } from "~/platform/auth/permissions";
import type { SessionUser } from "~/platform/auth/session";
import { classNames } from "~/ui/class-names";
import { type AdminPage, type PageGroup, pageGroups, railFor } from "./admin-pages";

const groupLabels: Record<PageGroup, () => string> = {
  work: m.admin_nav_group_work,
  sales: m.admin_nav_group_sales,
  money: m.admin_nav_group_money,
  company: m.admin_nav_group_company,
  administration: m.admin_nav_group_administration,
};

/** Open work of a page: the figure of Today, and its text for screen readers. */
interface OpenWork {
  count: number;
  text: string;
}

/** Pages in groups, with the open work of each page. */
export function RailNav({ user }: { user: SessionUser }) {
  const pages = railFor(user);
  const openWork = useOpenWork(user);
  return (
    <nav
      aria-label={m.admin_navigation()}
      className="flex flex-col gap-3 lg:[@media(max-height:60rem)]:gap-2"
    >
      {pageGroups.map((group) => (
        <RailGroup key={group} group={group} pages={pages} openWork={openWork} />
      ))}
    </nav>
  );
}

interface RailGroupProps {
  group: PageGroup;
  pages: readonly AdminPage[];
  openWork: Readonly<Record<string, OpenWork>>;
}

function RailGroup({ group, pages, openWork }: RailGroupProps) {
  const labelId = useId();
  const ofGroup = pages.filter((page) => page.group === group);
  if (ofGroup.length === 0) return null;
  return (
    <div>
      <p id={labelId} className="px-2.5 pb-1 text-xs text-muted">
        {groupLabels[group]()}
      </p>
      <ul aria-labelledby={labelId} className="flex flex-col gap-px">
        {ofGroup.map((page) => (
          <li key={page.path}>
            <RailLink page={page} openWork={openWork[page.path]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RailLink({ page: { path, label, Icon }, openWork }: { page: AdminPage; openWork?: OpenWork }) {
  const textId = useId();
  const isShown = openWork !== undefined && openWork.count > 0;
  return (
    <>
      <NavLink
        to={path}
        end={path === "/admin"}
        aria-describedby={isShown ? textId : undefined}
        className={({ isActive }) =>
          classNames(
            // Shorter rows on screens of low height, so that a laptop shows all entries.
            "flex h-9 items-center gap-2.5 rounded px-2.5 lg:h-8 lg:[@media(max-height:60rem)]:h-7",
            isActive
              ? "bg-brass-soft font-medium text-brass-text"
              : "text-muted hover:bg-surface hover:text-ink",
          )
        }
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="grow">{label()}</span>
        {isShown && (
          <span aria-hidden className="figures text-xs font-semibold text-ink">
            {openWork.count}
          </span>
        )}
      </NavLink>
      {isShown && (
        <span id={textId} className="sr-only">
          {openWork.text}
        </span>
      )}
    </>
  );
}

/** The live figures of Today, by path. */
function useOpenWork(user: SessionUser): Readonly<Record<string, OpenWork>> {
  const work = useQuery({ ...workTodayQuery, enabled: may(user, "bookings.manage") }).data;
  const money = useQuery({ ...moneyTodayQuery, enabled: may(user, "invoices.read") }).data;
  const requests = work?.requests.count ?? 0;
  const unassigned = work?.unassigned ?? 0;
  const overdue = money?.overdue.count ?? 0;
  return {
    "/admin/bookings": { count: requests, text: m.admin_nav_unanswered({ count: requests }) },
    "/admin/calendar": { count: unassigned, text: m.admin_nav_unassigned({ count: unassigned }) },
    "/admin/invoices": { count: overdue, text: m.admin_nav_overdue({ count: overdue }) },
  };
}
