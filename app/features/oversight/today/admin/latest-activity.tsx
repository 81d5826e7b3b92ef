import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { dubaiDate, formatTime } from "~/platform/time";
import { formatAge } from "~/ui/hooks/duration";
import { labelForState } from "../../../operations/bookings/labels";
import { latestActivityQuery } from "../admin-client";
import type { ActivityType, LatestActivityList } from "../views";
import { Group, QueryState } from "./tile";

type ActivityEntry = LatestActivityList["events"][number];

/** Latest activity, each entry linked to its record. */
export function LatestActivity({ now }: { now: Date }) {
  const news = useQuery(latestActivityQuery);
  const canReadActivity = useMay("activity.read");
  return (
    <Group
      title={m.today_activity()}
      action={
        canReadActivity && (
          <Link
            to="/admin/activity"
            className="-my-1 inline-flex min-h-6 items-center text-link hover:underline"
          >
            {m.today_activity_all()}
          </Link>
        )
      }
    >
      <QueryState of={news} tiles={3}>
        {({ events }) =>
          events.length === 0 ? (
            <p className="text-sm text-muted">{m.today_activity_none()}</p>
          ) : (
            <ul className="-mx-2 flex flex-col">
              {groupEntries(events).map(([latest, ...others]) => (
                <li key={latest.id}>
                  <Entry entry={latest} now={now} />
                  {others.length > 0 && (
                    <details className="px-2 pb-1">
                      <summary className="min-h-6 w-fit cursor-pointer rounded-sm text-xs text-muted hover:text-ink">
                        {m.today_activity_more({ count: others.length })}
                      </summary>
                      <ul>
                        {others.map((entry) => (
                          <li key={entry.id}>
                            <Entry entry={entry} now={now} />
                          </li>
                        ))}
                      </ul>
                    </details>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Group>
  );
}

function Entry({ entry, now }: { entry: ActivityEntry; now: Date }) {
  return (
    <Link to={pathOf(entry)} className="block rounded-sm px-2 py-2 text-sm hover:bg-sunken">
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">{labelFor(entry)}</span>
        <time
          dateTime={entry.at}
          title={formatTime(entry.at, "dateTime")}
          className="figures shrink-0 text-xs text-muted"
        >
          {formatAge(entry.at, now)}
        </time>
      </span>
      <span className="flex justify-between gap-3 text-xs text-muted">
        <span className="flex min-w-0 gap-1.5">
          <span className="figures shrink-0">{entry.reference}</span>
          <bdi className="truncate">{entry.customerName}</bdi>
        </span>
        {entry.actorName && entry.actorName !== entry.customerName && (
          <bdi className="max-w-[45%] shrink-0 truncate">{entry.actorName}</bdi>
        )}
      </span>
    </Link>
  );
}

/** Entries of one kind on one day, in the order of the latest entry of each group. */
function groupEntries(entries: readonly ActivityEntry[]): [ActivityEntry, ...ActivityEntry[]][] {
  const groups = new Map<string, [ActivityEntry, ...ActivityEntry[]]>();
  for (const entry of entries) {
    const key = `${dubaiDate(new Date(entry.at))} ${labelFor(entry)}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}

function pathOf({ subject, subjectId }: ActivityEntry): string {
  return `/admin/${subject}s/${subjectId}`;
}

const labels: Record<ActivityType, () => string> = {
  "booking.requested": m.today_activity_requested,
  "booking.confirmed": m.today_activity_confirmed,
  "booking.declined": m.today_activity_declined,
  "booking.cancelled": m.today_activity_cancelled,
  "booking.technician-assigned": m.today_activity_assigned,
  "booking.rescheduled": m.today_activity_rescheduled,
  "booking.status-changed": m.today_activity_status_changed,
  "booking.acknowledged": m.today_activity_acknowledged,
  "booking.escalated": m.today_activity_escalated,
  "quote.sent": m.today_activity_quote_sent,
  "quote.viewed": m.today_activity_quote_viewed,
  "quote.approved": m.today_activity_quote_approved,
  "quote.changes-requested": m.today_activity_quote_changes,
  "quote.declined": m.today_activity_quote_declined,
  "invoice.issued": m.today_activity_invoice_issued,
  "invoice.credited": m.today_activity_invoice_credited,
  "invoice.written-off": m.today_activity_written_off,
  "payment.recorded": m.today_activity_paid,
  "payment.reversed": m.today_activity_reversed,
};

function labelFor({ type, state }: ActivityEntry): string {
  return type === "booking.status-changed" && state ? labelForState(state) : labels[type]();
}
