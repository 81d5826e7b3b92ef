import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay, formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { formatMinutes } from "~/ui/hooks/duration";
import { TimelineDot } from "../components/timeline-dot";
import { describeCorrection, labelForCorrected } from "../corrections/labels";
import { labelForContact, labelForTimelineEntry } from "../labels";
import type { BookingDetail } from "../office/views";
import { stateMarks } from "../state-marks";

type Entry = BookingDetail["timeline"][number];

export function OfficeTimeline({ booking }: { booking: BookingDetail }) {
  return (
    <ol className="flex flex-col">
      {booking.timeline.toReversed().map((entry, index, all) => (
        <li key={entry.at + entry.event} className="relative flex gap-3 pb-4 text-sm last:pb-0">
          <TimelineDot entry={entry.event} marks={stateMarks} last={index === all.length - 1} />
          <div className="min-w-0 grow">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-medium">
                {entry.channel ? labelForContact(entry.channel) : labelForTimelineEntry(entry.event)}
              </span>
              <time dateTime={entry.at} className="figures shrink-0 text-xs text-muted">
                {formatTime(entry.at, "dateTime")}
              </time>
            </p>
            {entry.corrected && entry.corrections.length === 0 && <p>{labelForCorrected(entry.corrected)}</p>}
            {entry.corrections.map((correction) => (
              <p key={correction.field} className="first-letter:uppercase">
                {m.booking_corrected_change(describeCorrection(correction))}
              </p>
            ))}
            {changeLines(entry.change).map((line) => (
              <p key={line} className="figures">
                {line}
              </p>
            ))}
            {entry.continueOn && (
              <p>{m.office_bookings_continue_expected({ day: formatDay(entry.continueOn) })}</p>
            )}
            <p className="text-xs text-muted">
              <bdi>{actorLabel(entry)}</bdi>
              {entry.forTechnician && <span>{` · ${m.admin_timeline_for_technician()}`}</span>}
            </p>
            {entry.reason && (
              <p
                dir="auto"
                className={classNames(
                  "mt-1 border-s-2 ps-2.5 whitespace-pre-line",
                  entry.event === "note" ? "border-accent bg-brass-soft py-1.5 pe-2.5" : "border-line",
                )}
              >
                {entry.reason}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function changeLines(change: Entry["change"]): string[] {
  if (!change) return [];
  const { technicianName, startsAt, minutes } = change;
  const lines = [];
  if (technicianName) {
    const { before, after } = technicianName;
    lines.push(technicianLine(before && bidiIsolate(before), after && bidiIsolate(after)));
  }
  if (startsAt) lines.push(timeLine(startsAt.before, startsAt.after));
  if (minutes?.before && minutes.after) {
    const [before, after] = [formatMinutes(minutes.before), formatMinutes(minutes.after)];
    lines.push(m.office_bookings_timeline_length({ before, after }));
  }
  return lines;
}

function technicianLine(before: string | null, after: string | null): string {
  if (before && after) return m.office_bookings_timeline_technician({ before, after });
  return after
    ? m.office_bookings_timeline_technician_new({ after })
    : m.office_bookings_timeline_technician_off({ before: before ?? "" });
}

function timeLine(before: string | null, after: string | null): string {
  const from = before && formatTime(before, "dateTime");
  const to = after && formatTime(after, "dateTime");
  if (from && to) return m.office_bookings_timeline_time({ before: from, after: to });
  return to
    ? m.office_bookings_timeline_time_new({ after: to })
    : m.office_bookings_timeline_time_off({ before: from ?? "" });
}

function actorLabel({ actorName, actorRole }: Entry): string {
  if (actorName) return actorName;
  return actorRole === "system" ? m.office_bookings_by_system() : m.office_bookings_by_customer();
}
