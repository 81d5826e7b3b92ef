import { m } from "~/paraglide/messages";
import { bidiIsolate, localPath } from "~/platform/locale/locale";
import type { Fact, Message } from "~/platform/messaging/message";
import { formatDay } from "~/platform/time";
import type { Range } from "../../../analytics/range";
import { type SummaryFigures, summary, units } from "../../../analytics/summary";

interface SummaryContext {
  name: string;
  week: Range;
  current: SummaryFigures;
  /** Figures of the week before. */
  previous: SummaryFigures;
  publicUrl: string;
  stopUrl: string;
}

export function weeklySummary({
  name,
  week,
  current,
  previous,
  publicUrl,
  stopUrl,
}: SummaryContext): Message {
  const days = {
    from: formatDay(week.from, "weekdayDate"),
    to: formatDay(week.to, "weekdayDate"),
  };
  const facts = summary.flatMap(({ label, read, unit, rowsOf }): Fact[] => {
    const [value, before] = [read(current) ?? null, read(previous) ?? null];
    // Omits figures that the reader may not see and figures that are empty in both weeks.
    if (value === null && before === null) return [];
    return [
      {
        label: label(),
        value: formatComparison(value, before, units[unit].format),
        href: publicUrl + localPath(rowsOf(week)),
      },
    ];
  });
  const search = new URLSearchParams({ range: "own", ...week });
  return {
    subject: m.mail_summary_subject(days),
    content: {
      tone: "normal",
      preview: facts
        .slice(0, 2)
        .map(({ label, value }) => `${label}: ${value}`)
        .join(" · "),
      heading: m.mail_summary_heading(days),
      paragraphs: [m.mail_dear({ name: bidiIsolate(name) }), m.mail_summary_lead()],
      facts,
      button: { label: m.mail_summary_open(), href: publicUrl + localPath(`/admin/analytics?${search}`) },
      links: [{ label: m.mail_summary_stop(), href: stopUrl }],
      after: [],
    },
  };
}

function formatComparison(
  value: number | null,
  before: number | null,
  format: (value: number) => string,
): string {
  if (value === null) return m.mail_summary_none({ was: format(before!) });
  if (before === null) return m.mail_summary_new({ value: format(value) });
  const figures = { value: format(value), was: format(before) };
  if (figures.value === figures.was) return m.mail_summary_same(figures);
  return value > before ? m.mail_summary_up(figures) : m.mail_summary_down(figures);
}
