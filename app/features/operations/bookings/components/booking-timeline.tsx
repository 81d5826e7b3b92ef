import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { describeCorrection, labelForCorrected } from "../corrections/labels";
import { labelForTimelineEntry } from "../labels";
import { customerStateMarks } from "../state-marks";
import type { BookingView } from "../views";
import { TimelineDot } from "./timeline-dot";

export function BookingTimeline({ timeline }: Pick<BookingView, "timeline">) {
  const latestFirst = timeline.toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <ol className="flex flex-col">
      {latestFirst.map((entry, index) => (
        <li key={`${entry.at} ${entry.event}`} className="relative flex gap-3 pb-4 last:pb-0">
          <TimelineDot
            entry={entry.event}
            marks={customerStateMarks}
            last={index === latestFirst.length - 1}
          />
          <div className="min-w-0 grow">
            <p className="font-medium">{labelForTimelineEntry(entry.event)}</p>
            <p className="figures text-sm text-muted">{formatTime(entry.at, "dateTime")}</p>
            {entry.startsAt && <p className="figures mt-1 text-sm">{labelForNewTime(entry.startsAt)}</p>}
            {entry.corrected && <p className="mt-1 text-sm">{labelForCorrected(entry.corrected)}</p>}
            {entry.corrections?.map((correction) => (
              <p key={correction.field} className="figures mt-1 text-sm first-letter:uppercase">
                {m.booking_corrected_change(describeCorrection(correction))}
              </p>
            ))}
            {entry.reason && (
              <p className="mt-1 text-sm" dir="auto">
                {entry.reason}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function labelForNewTime({ before, after }: { before: string | null; after: string | null }): string {
  const from = before && formatTime(before, "dateTime");
  const to = after && formatTime(after, "dateTime");
  if (from && to) return m.booking_timeline_rescheduled({ before: from, after: to });
  return to ? m.booking_timeline_planned({ after: to }) : m.booking_timeline_off({ before: from ?? "" });
}
