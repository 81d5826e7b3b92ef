import { m } from "~/paraglide/messages";
import type { CsvCell } from "~/platform/lists/csv";
import { formatMoney, toDirhams } from "~/platform/money";
import { formatMinutes } from "~/ui/hooks/duration";
import { bookingsOf, earnedOf, finishedOf, invoicedOf, quotesOf, visitsOf } from "./links";
import { formatCount, formatShare } from "./numbers";
import type { Range } from "./range";
import type { BookingFigures, PromiseFigures, QuoteFigures, RevenueFigures, WorkFigures } from "./views";

/** The figures that tiles tell, one by one: what the weekly mail and the file of analytics say of some days. */

/** Null: the reader may not know. */
export interface SummaryFigures {
  bookings: BookingFigures["now"] | null;
  promises: PromiseFigures["now"] | null;
  work: WorkFigures["now"] | null;
  revenue: RevenueFigures["now"] | null;
  quotes: QuoteFigures["now"];
}

interface SummaryFigure {
  label: () => string;
  /** Null where there was none of it, or the reader may not know. */
  read: (figures: SummaryFigures) => number | null | undefined;
  unit: keyof typeof units;
  /** Where its rows are. */
  rowsOf: (range: Range) => string;
}

/** How a number is written in words, and in a file, where its unit stands beside it. */
export const units = {
  count: { format: formatCount, inFile: (count: number): CsvCell => count, name: () => "" },
  minutes: {
    format: formatMinutes,
    inFile: (minutes: number): CsvCell => minutes,
    name: m.reports_unit_minutes,
  },
  share: {
    format: (share: number) => formatShare(share, 1),
    inFile: (share: number): CsvCell => Math.round(share * 10_000) / 10_000,
    name: m.reports_unit_share,
  },
  money: { format: formatMoney, inFile: toDirhams, name: m.reports_unit_money },
};

const share = (part: number, of: number) => (of > 0 ? part / of : null);

export const summary: readonly SummaryFigure[] = [
  {
    label: m.reports_bookings,
    read: ({ bookings }) => bookings?.total,
    unit: "count",
    rowsOf: bookingsOf,
  },
  {
    label: m.reports_answer,
    read: ({ promises }) => promises?.answer.medianMin,
    unit: "minutes",
    rowsOf: (range) => bookingsOf(range, { target: "answer" }),
  },
  {
    label: m.reports_answer_nine,
    read: ({ promises }) => promises?.answer.p90Min,
    unit: "minutes",
    rowsOf: (range) => bookingsOf(range, { target: "answer" }),
  },
  {
    label: m.reports_arrival,
    read: ({ promises }) =>
      promises && share(promises.arrival.kept, promises.arrival.kept + promises.arrival.late),
    unit: "share",
    rowsOf: (range) => bookingsOf(range, { target: "arrival" }),
  },
  {
    label: m.reports_first_time,
    read: ({ work }) => work && share(work.done - work.cameBack, work.done),
    unit: "share",
    rowsOf: finishedOf,
  },
  {
    label: m.reports_utilisation,
    read: ({ work }) => work && share(work.bookedSec, work.shiftSec),
    unit: "share",
    rowsOf: visitsOf,
  },
  {
    label: m.reports_invoiced,
    read: ({ revenue }) => revenue?.invoiced.fils,
    unit: "money",
    rowsOf: invoicedOf,
  },
  {
    label: m.reports_earned,
    read: ({ revenue }) => revenue?.earned.fils,
    unit: "money",
    rowsOf: earnedOf,
  },
  {
    label: m.reports_quotes,
    read: ({ quotes: { won, lost } }) => share(won, won + lost),
    unit: "share",
    rowsOf: (range) => quotesOf(range, { outcome: "won" }),
  },
];

/** A line a figure, beside what it is held against. */
export function summaryTable(now: SummaryFigures, before: SummaryFigures) {
  return {
    heads: [m.reports_col_figure(), m.reports_col_value(), m.reports_col_before(), m.reports_col_unit()],
    rows: summary.flatMap(({ label, read, unit }) => {
      const values = [read(now), read(before)];
      // What the reader may not know, and what there was none of in either.
      if (values.every((value) => value == null)) return [];
      const { inFile, name } = units[unit];
      return [{ cells: [label(), ...values.map((value) => (value == null ? null : inFile(value))), name()] }];
    }),
  };
}
