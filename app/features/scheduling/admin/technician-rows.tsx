import PhoneIncoming from "lucide-react/icons/phone-incoming";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/phone";
import { Badge } from "~/ui/badge";
import { classNames } from "~/ui/class-names";
import { listItem } from "~/ui/list-keys";
import { cell, Heading } from "~/ui/table";
import type { TechnicianRow } from "../views";
import { LoadBar } from "./load-bar";

interface RowsProps {
  technicians: readonly TechnicianRow[];
  openId: string | undefined;
  /** Where a technician opens. */
  pathOf: (technician: TechnicianRow) => string;
}

/** Columns leave one by one as the room beside an opened technician shrinks: the least needed first. */
const wide = {
  skills: "hidden @2xl:table-cell",
  phone: "hidden @5xl:table-cell",
};

export function TechnicianTable({ technicians, openId, pathOf }: RowsProps) {
  const navigate = useNavigate();
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-xs">
      <thead>
        <tr>
          <Heading className="w-44">{m.admin_people_col_name()}</Heading>
          <Heading className={wide.skills}>{m.admin_people_col_skills()}</Heading>
          <Heading className="w-48">{m.admin_people_col_today()}</Heading>
          <Heading className="w-46">{m.admin_people_col_notes()}</Heading>
          <Heading className={classNames(wide.phone, "w-38")}>{m.admin_people_col_phone()}</Heading>
        </tr>
      </thead>
      <tbody>
        {technicians.map((technician) => {
          const open = technician.id === openId;
          return (
            <tr
              key={technician.id}
              // For the mouse: the keyboard opens a technician by the link in the first cell.
              onClick={(event) => {
                if (!(event.target instanceof Element && event.target.closest("a")))
                  navigate(pathOf(technician));
              }}
              className={classNames(
                "cursor-pointer [&>td]:border-b [&>td]:border-line",
                open ? "bg-brass-soft" : "hover:bg-sunken",
              )}
            >
              <td className={classNames(cell, "font-medium")}>
                <Link
                  to={pathOf(technician)}
                  {...listItem(technician.id)}
                  aria-current={open ? "true" : undefined}
                  className="rounded-sm text-link"
                >
                  {technician.name}
                </Link>
              </td>
              <td
                className={classNames(cell, wide.skills, "text-muted")}
                title={technician.skills.join(", ")}
              >
                {technician.skills.join(", ")}
              </td>
              <td className={cell}>
                <LoadBar load={technician.today} />
              </td>
              <td className={cell}>
                <Notes technician={technician} />
              </td>
              <td className={classNames(cell, wide.phone, "figures text-muted")}>
                {formatPhone(technician.phone)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The list where there is no room for columns. */
export function TechnicianCards({ technicians, openId, pathOf }: RowsProps) {
  return (
    <ul className="flex flex-col">
      {technicians.map((technician) => (
        <li key={technician.id} className="border-b border-line">
          <Link
            to={pathOf(technician)}
            {...listItem(technician.id)}
            aria-current={technician.id === openId ? "true" : undefined}
            className={classNames(
              "flex flex-col gap-1.5 px-4 py-3 -outline-offset-2 lg:px-6",
              technician.id === openId ? "bg-brass-soft" : "hover:bg-sunken",
            )}
          >
            <span className="flex items-center justify-between gap-3">
              <span className="truncate font-medium">{technician.name}</span>
              <span className="flex shrink-0 gap-1.5">
                <Notes technician={technician} />
              </span>
            </span>
            <span className="truncate text-xs text-muted">{technician.skills.join(", ")}</span>
            <span className="text-xs">
              <LoadBar load={technician.today} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What a dispatcher must know before sending somebody. */
function Notes({ technician }: { technician: TechnicianRow }) {
  const { onCall, away, certificatesExpired, certificatesExpiring, skills, active } = technician;
  return (
    <span className="flex gap-1.5">
      {onCall && active && (
        <Badge tone="active">
          <PhoneIncoming aria-hidden className="size-3.5" />
          {m.admin_people_on_call()}
        </Badge>
      )}
      {away && <Badge>{m.admin_people_away()}</Badge>}
      {certificatesExpired > 0 && (
        <Badge tone="waiting">
          <TriangleAlert aria-hidden className="size-3.5" />
          {m.admin_people_certificate_expired()}
        </Badge>
      )}
      {certificatesExpired === 0 && certificatesExpiring > 0 && (
        <Badge tone="waiting">{m.admin_people_certificate_expiring()}</Badge>
      )}
      {active && skills.length === 0 && <Badge>{m.admin_people_no_skills()}</Badge>}
    </span>
  );
}
