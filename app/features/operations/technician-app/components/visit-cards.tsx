import ChevronRight from "lucide-react/icons/chevron-right";
import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import Siren from "lucide-react/icons/siren";
import Users from "lucide-react/icons/users";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { addDays, dubaiDate, formatDay, formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { EmptyState } from "~/ui/screen/empty-state";
import { StateBadge } from "../../bookings/components/state-badge";
import { largeBadgeClass, leaveText } from "../labels";
import type { OwnVisit } from "../views";
import { dayOfVisit } from "../visit-report";
import { VisitLinks } from "./visit-links";

interface OfVisit {
  visitId: string;
}

/** The current or next visit, then the others by day. */
export function VisitCards({
  visits,
  unsent,
  unfinished,
}: {
  visits: OwnVisit[];
  /** Visits with taps that have not been sent. */
  unsent: readonly OfVisit[];
  /** Visits with an unfinished report. */
  unfinished: readonly OfVisit[];
}) {
  const today = dubaiDate(new Date());
  const tomorrow = addDays(today, 1);
  const next = nextVisit(visits);
  const others = visits.filter((visit) => visit !== next);
  const isNextToday = next !== undefined && dayOfVisit(next, today) <= today;
  const groups = [
    {
      title: m.technician_today({ day: formatDay(today, "longDate") }),
      empty: isNextToday ? m.technician_today_rest_empty() : m.technician_today_empty(),
      visits: others.filter((visit) => dayOfVisit(visit, today) <= today),
    },
    {
      title: m.technician_tomorrow({ day: formatDay(tomorrow, "longDate") }),
      empty: next && !isNextToday ? m.technician_tomorrow_rest_empty() : m.technician_tomorrow_empty(),
      visits: others.filter((visit) => dayOfVisit(visit, today) > today),
    },
  ];
  const isUnsent = ({ id }: OwnVisit) => unsent.some(({ visitId }) => visitId === id);
  const isUnfinished = ({ id }: OwnVisit) => unfinished.some(({ visitId }) => visitId === id);
  if (visits.length === 0) {
    return (
      <EmptyState title={m.technician_empty_title()}>
        <p>{m.technician_empty()}</p>
      </EmptyState>
    );
  }
  return (
    <>
      {next && <NextVisit visit={next} unsent={isUnsent(next)} unfinished={isUnfinished(next)} />}
      {groups.map(({ title, empty, visits }) => (
        <section key={title} className="flex flex-col gap-3">
          <h2 className="text-base font-semibold">{title}</h2>
          {visits.length === 0 && <p className="text-muted">{empty}</p>}
          <ul className="flex flex-col gap-3 empty:hidden">
            {visits.map((visit) => (
              <li key={visit.id}>
                <VisitCard
                  visit={visit}
                  unsent={isUnsent(visit)}
                  unfinished={isUnfinished(visit)}
                  className={classNames(
                    "rounded-lg border-2",
                    borderOf(visit),
                    over.includes(visit.state) ? "bg-sunken" : "bg-surface",
                  )}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** A visit under way, otherwise the first that has not begun, emergencies before others. */
function nextVisit(visits: readonly OwnVisit[]): OwnVisit | undefined {
  const coming = visits.filter(({ state }) => state === "scheduled");
  return (
    visits.find(({ state }) => underWay.includes(state)) ??
    coming.find(({ emergency }) => emergency) ??
    coming[0]
  );
}

function NextVisit({ visit, unsent, unfinished }: VisitCardProps) {
  const leave = leaveText(visit, new Date());
  return (
    <section aria-labelledby="next-visit" className="flex flex-col gap-3">
      <h2 id="next-visit" className="text-base font-semibold">
        {underWay.includes(visit.state) ? m.technician_current_visit() : m.technician_next_visit()}
      </h2>
      <div
        className={classNames(
          "flex flex-col rounded-lg border-2 bg-surface",
          visit.emergency ? "border-signal" : "border-accent",
        )}
      >
        {leave && (
          <p className="figures flex items-center gap-2 border-b border-line px-4 py-3 text-2xl font-semibold text-ink">
            <Clock aria-hidden className="size-6 shrink-0 text-accent" />
            <span>{leave}</span>
          </p>
        )}
        <VisitCard visit={visit} unsent={unsent} unfinished={unfinished} />
        <div className="p-4 pt-0">
          <VisitLinks visit={visit} />
        </div>
      </div>
    </section>
  );
}

const over: readonly OwnVisit["state"][] = ["work_done", "no_access", "on_hold", "handed_over"];
const underWay: readonly OwnVisit["state"][] = ["en_route", "on_site"];

function borderOf({ emergency, state }: OwnVisit): string {
  if (emergency) return "border-signal";
  return underWay.includes(state) ? "border-accent" : "border-line";
}

interface VisitCardProps {
  visit: OwnVisit;
  /** True if taps have not been sent. */
  unsent: boolean;
  /** True if a report is unfinished. */
  unfinished: boolean;
  className?: string;
}

function VisitCard({ visit, unsent, unfinished, className }: VisitCardProps) {
  const otherCrew = visit.otherCrew ?? [];
  const lead = otherCrew.find(({ isLead }) => isLead);
  return (
    <Link
      to={`?visit=${visit.id}`}
      className={classNames("flex items-center gap-3 p-4 no-underline active:bg-brass-soft", className)}
    >
      <span className="flex min-w-0 grow flex-col gap-1.5">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="figures text-xl font-semibold text-ink">
            <bdi>{formatTime(visit.startsAt, "time")}</bdi>
          </span>
          <StateBadge state={visit.state} className={largeBadgeClass} />
          {unsent && <span className="text-sm text-brass-text">{m.technician_unsent()}</span>}
          {unfinished && <span className="text-sm text-brass-text">{m.technician_draft_unfinished()}</span>}
        </span>
        <span className="flex items-center gap-2 text-lg font-medium text-ink">
          {visit.emergency && <Siren aria-hidden className="size-5 shrink-0 text-signal-text" />}
          <span className="wrap-anywhere">{visit.serviceName}</span>
        </span>
        {visit.multiDayPosition && (
          <span className="text-muted">{m.technician_day_of({ ...visit.multiDayPosition })}</span>
        )}
        <span className="text-ink">
          <bdi>{visit.customerName}</bdi>
        </span>
        {otherCrew.length > 0 && (
          <span className="flex items-start gap-1.5 text-muted">
            <Users aria-hidden className="mt-1 size-4 shrink-0" />
            <span>
              {lead
                ? m.technician_led_by({ name: bidiIsolate(lead.name) })
                : m.technician_with({ names: formatList(otherCrew.map(({ name }) => bidiIsolate(name))) })}
            </span>
          </span>
        )}
        <span className="flex items-start gap-1.5 text-muted">
          <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
          <bdi>{visit.area || visit.address}</bdi>
        </span>
      </span>
      <ChevronRight aria-hidden className="size-7 shrink-0 text-muted rtl:-scale-x-100" />
    </Link>
  );
}
