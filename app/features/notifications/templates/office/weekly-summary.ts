import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { formatMinutes } from "~/ui/hooks/duration";
import { bookingsOf, finishedOf, invoicesOf, quotesOf, visitsOf } from "../../../reports/admin/links";
import { formatCount, formatShare } from "../../../reports/admin/numbers";
import type { Range } from "../../../reports/range";
import type {
  BookingFigures,
  PromiseFigures,
  QuoteFigures,
  RevenueFigures,
  WorkFigures,
} from "../../../reports/views";
import type { Fact, Message } from "../../email/email";

/** The figures of a week; null: the reader may not know. */
export interface SummaryFigures {
  bookings: BookingFigures["now"] | null;
  promises: PromiseFigures["now"] | null;
  work: WorkFigures["now"] | null;
  revenue: RevenueFigures["now"] | null;
  quotes: QuoteFigures["now"];
}

interface SummaryContext {
  name: string;
  week: Range;
  now: SummaryFigures;
  /** The week before it. */
  was: SummaryFigures;
  publicUrl: string;
  stopUrl: string;
}

/** A figure of a week; null where it has none of it. */
interface Figure {
  label: string;
  read: (figures: SummaryFigures) => number | null | undefined;
  format: (value: number) => string;
  /** Where its rows are. */
  opens: (week: Range) => string;
}

const share = (part: number, of: number) => (of > 0 ? part / of : null);
const asShare = (value: number) => formatShare(value, 1);

const figures = (): Figure[] => [
  {
    label: m.reports_bookings(),
    read: ({ bookings }) => bookings?.total,
    format: formatCount,
    opens: bookingsOf,
  },
  {
    label: m.reports_answer(),
    read: ({ promises }) => promises?.answer.medianMin,
    format: formatMinutes,
    opens: (week) => bookingsOf(week, { promise: "answer" }),
  },
  {
    label: m.mail_summary_answer_p90(),
    read: ({ promises }) => promises?.answer.p90Min,
    format: formatMinutes,
    opens: (week) => bookingsOf(week, { promise: "answer" }),
  },
  {
    label: m.reports_arrival(),
    read: ({ promises }) =>
      promises && share(promises.arrival.kept, promises.arrival.kept + promises.arrival.late),
    format: asShare,
    opens: (week) => bookingsOf(week, { promise: "arrival" }),
  },
  {
    label: m.reports_first_time(),
    read: ({ work }) => work && share(work.done - work.cameBack, work.done),
    format: asShare,
    opens: finishedOf,
  },
  {
    label: m.reports_utilisation(),
    read: ({ work }) => work && share(work.bookedSec, work.shiftSec),
    format: asShare,
    opens: visitsOf,
  },
  {
    label: m.reports_revenue(),
    read: ({ revenue }) => revenue?.fils,
    format: formatMoney,
    opens: invoicesOf,
  },
  {
    label: m.reports_quotes(),
    read: ({ quotes: { won, lost } }) => share(won, won + lost),
    format: asShare,
    opens: (week) => quotesOf(week, { outcome: "won" }),
  },
];

/** What the week has brought, beside the one before. */
export function weeklySummary({ name, week, now, was, publicUrl, stopUrl }: SummaryContext): Message {
  const days = {
    from: formatDay(week.from, "shortDate"),
    to: formatDay(week.to),
  };
  const facts = figures().flatMap(({ label, read, format, opens }): Fact[] => {
    const [value, before] = [read(now) ?? null, read(was) ?? null];
    // What the reader may not know, and what there was none of in either week.
    if (value === null && before === null) return [];
    return [{ label, value: wordsOf(value, before, format), href: publicUrl + opens(week) }];
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
      paragraphs: [m.mail_dear({ name: isolated(name) }), m.mail_summary_lead()],
      facts,
      button: { label: m.mail_summary_open(), href: `${publicUrl}/admin/analytics?${search}` },
      links: [{ label: m.mail_summary_stop(), href: stopUrl }],
      after: [],
    },
  };
}

function wordsOf(value: number | null, before: number | null, format: (value: number) => string): string {
  if (value === null) return m.mail_summary_none({ was: format(before!) });
  if (before === null) return m.mail_summary_new({ value: format(value) });
  const said = { value: format(value), was: format(before) };
  if (said.value === said.was) return m.mail_summary_same(said);
  return value > before ? m.mail_summary_up(said) : m.mail_summary_down(said);
}
