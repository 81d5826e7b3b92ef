import { m } from "~/paraglide/messages";
import type { CsvCell } from "~/platform/lists/csv";
import { formatMoney, toDirhams } from "~/platform/money";
import { formatMinutes } from "~/ui/hooks/duration";
import {
  finishedBookingsPath,
  invoicedLinesPath,
  requestedBookingsPath,
  revenueEntriesPath,
  sentQuotesPath,
  visitedBookingsPath,
} from "./links";
import { formatCount, formatShare } from "./numbers";
import type { Range } from "./range";
import type {
  BookingFigures,
  QuoteFigures,
  ResponseTargetFigures,
  RevenueFigures,
  WorkFigures,
} from "./views";

/** Figures of the weekly summary email and the export. */

/** Null without permission. */
export interface SummaryFigures {
  bookings: BookingFigures["now"] | null;
  responseTargets: ResponseTargetFigures["now"] | null;
  work: WorkFigures["now"] | null;
  revenue: RevenueFigures["now"] | null;
  quotes: QuoteFigures["now"];
}

interface SummaryFigure {
  label: () => string;
  /** Null without data or permission. */
  read: (figures: SummaryFigures) => number | null | undefined;
  unit: keyof typeof units;
  /** Link to its rows. */
  rowsOf: (range: Range) => string;
}

/** Formats a number as text, and for a file with a separate unit. */
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
    rowsOf: requestedBookingsPath,
  },
  {
    label: m.reports_answer,
    read: ({ responseTargets }) => responseTargets?.answer.medianMin,
    unit: "minutes",
    rowsOf: (range) => requestedBookingsPath(range, { target: "answer" }),
  },
  {
    label: m.reports_answer_nine,
    read: ({ responseTargets }) => responseTargets?.answer.p90Min,
    unit: "minutes",
    rowsOf: (range) => requestedBookingsPath(range, { target: "answer" }),
  },
  {
    label: m.reports_arrival,
    read: ({ responseTargets }) =>
      responseTargets &&
      share(responseTargets.arrival.met, responseTargets.arrival.met + responseTargets.arrival.missed),
    unit: "share",
    rowsOf: (range) => requestedBookingsPath(range, { target: "arrival" }),
  },
  {
    label: m.reports_first_time,
    read: ({ work }) => work && share(work.finishedVisits - work.warrantyReturns, work.finishedVisits),
    unit: "share",
    rowsOf: finishedBookingsPath,
  },
  {
    label: m.reports_utilisation,
    read: ({ work }) => work && share(work.bookedSec, work.shiftSec),
    unit: "share",
    rowsOf: visitedBookingsPath,
  },
  {
    label: m.reports_invoiced,
    read: ({ revenue }) => revenue?.invoiced.fils,
    unit: "money",
    rowsOf: invoicedLinesPath,
  },
  {
    label: m.reports_revenue,
    read: ({ revenue }) => revenue?.revenue.fils,
    unit: "money",
    rowsOf: revenueEntriesPath,
  },
  {
    label: m.reports_quotes,
    read: ({ quotes: { won, lost } }) => share(won, won + lost),
    unit: "share",
    rowsOf: (range) => sentQuotesPath(range, { outcome: "won" }),
  },
];

/** One row per figure with its comparison period. */
export function summaryTable(now: SummaryFigures, before: SummaryFigures) {
  return {
    heads: [m.reports_col_figure(), m.reports_col_value(), m.reports_col_before(), m.reports_col_unit()],
    rows: summary.flatMap(({ label, read, unit }) => {
      const values = [read(now), read(before)];
      // Skips figures without data or permission.
      if (values.every((value) => value == null)) return [];
      const { inFile, name } = units[unit];
      return [{ cells: [label(), ...values.map((value) => (value == null ? null : inFile(value))), name()] }];
    }),
  };
}
