import HardHat from "lucide-react/icons/hard-hat";
import PhoneIncoming from "lucide-react/icons/phone-incoming";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import UserPlus from "lucide-react/icons/user-plus";
import { m } from "~/paraglide/messages";
import { formatList } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { allRows, officeList } from "~/ui/list/office-list";
import { shortTradeName } from "../../../core/catalogue/short-trade";
import { type TechnicianFilter, technicianListQuery } from "../admin-client";
import { technicianPictureUrl } from "../technicians/picture";
import type { TechnicianRow } from "../views";
import { LoadBar, shareBooked } from "./load-bar";

export const technicianList = officeList<TechnicianRow, TechnicianFilter>({
  path: "/admin/technicians",
  title: m.admin_people_title,
  add: { label: m.board_people_add, Icon: UserPlus, may: "technicians.manage" },
  filters: [
    {
      kind: "search",
      name: "search",
      label: m.scheduling_people_search,
      placeholder: m.scheduling_people_search_placeholder,
    },
    {
      kind: "chips",
      name: "former",
      label: m.scheduling_people_filter,
      all: m.scheduling_people_working,
      values: ["true"],
      labelOf: () => m.scheduling_people_former(),
    },
  ],
  useRows: allRows(technicianListQuery),
  layout: {
    defaultSort: "name",
    columns: [
      {
        label: m.scheduling_people_col_name,
        sort: "name",
        value: ({ name }) => name,
        width: "w-50",
        isLink: true,
        cellClass: "font-medium",
        card: "title",
        cell: (technician) => (
          <span className="inline-flex min-w-0 max-w-full items-center gap-2 align-middle">
            <Avatar small name={technician.name} picture={technicianPictureUrl(technician)} />
            <bdi className="truncate">{technician.name}</bdi>
          </span>
        ),
      },
      {
        label: m.scheduling_people_col_skills,
        visibleFrom: "3xl",
        cellClass: "text-muted",
        fullText: ({ skills }) => formatList(skills),
        card: "line",
        cell: ({ skills }) => formatList(skills.map(shortTradeName)),
      },
      {
        label: m.scheduling_people_col_today,
        sort: "load",
        value: ({ today }) => shareBooked(today),
        width: "w-48",
        card: "foot",
        cell: ({ today }) => <LoadBar load={today} />,
      },
      {
        label: m.scheduling_people_col_notes,
        width: "w-46",
        card: "mark",
        cell: (technician) => <Notes technician={technician} />,
      },
      {
        label: m.scheduling_people_col_phone,
        width: "w-42",
        visibleFrom: "5xl",
        cellClass: "figures text-muted",
        cell: ({ phone }) => formatPhone(phone),
      },
    ],
  },
  empty: {
    Icon: HardHat,
    title: m.scheduling_people_empty_title,
    body: m.scheduling_people_empty_body,
    action: { label: m.board_people_add, to: "/admin/technicians/new" },
  },
  noResults: ({ search }) =>
    search
      ? {
          title: m.scheduling_people_none_title,
          body: m.scheduling_people_none_body,
          clear: m.scheduling_people_clear,
          clears: ["search"],
        }
      : { title: m.scheduling_people_no_former },
});

/** Warnings before assigning work. */
function Notes({ technician }: { technician: TechnicianRow }) {
  const { onCall, isAbsent, certificatesExpired, certificatesExpiring, skills, active } = technician;
  return (
    <span className="flex gap-1.5">
      {onCall && active && (
        <Badge tone="active">
          <PhoneIncoming aria-hidden className="size-3.5" />
          {m.admin_people_on_call()}
        </Badge>
      )}
      {isAbsent && <Badge>{m.scheduling_people_absent()}</Badge>}
      {certificatesExpired > 0 && (
        <Badge tone="waiting">
          <TriangleAlert aria-hidden className="size-3.5" />
          {m.scheduling_people_certificate_expired()}
        </Badge>
      )}
      {certificatesExpired === 0 && certificatesExpiring > 0 && (
        <Badge tone="waiting">{m.scheduling_people_certificate_expiring()}</Badge>
      )}
      {active && skills.length === 0 && <Badge>{m.scheduling_people_no_skills()}</Badge>}
    </span>
  );
}
