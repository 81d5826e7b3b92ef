import * as z from "zod/mini";
import { bookingStates, liveVisitStates } from "../bookings/booking";

/** What the office is shown of today (docs/domain.md, "Today"). Instants are ISO 8601 in UTC, days of Dubai, money AED in fils. */

const instant = z.iso.datetime();
const count = z.int();

export const workToday = z.object({
  /** Today. */
  day: z.string(),
  requests: z.object({
    count,
    /** When the one that waits longest came in. */
    oldestAt: z.nullable(instant),
    /** Until when the office promised to be in touch about the one whose time is over first; null: no promise runs. */
    dueAt: z.nullable(instant),
  }),
  emergencies: z.object({
    count,
    /** Until when somebody has to arrive at the first of them. */
    dueAt: z.nullable(instant),
  }),
  unassigned: count,
  /** Visits of contracts that are due this week. */
  contractVisits: count,
  /** Series whose next visit could not be booked, by the first booking of each. */
  stuckRecurringBookings: z.array(z.object({ bookingId: z.uuid(), reference: z.string() })),
  /** Days of which unconfirmed bookings hold their share, noticed within a day. */
  heldFull: z.array(z.string()),
  visits: z.object({
    /** Bookings with a visit today. */
    count,
    states: z.array(z.object({ state: z.enum(liveVisitStates), count })),
  }),
});
export type WorkToday = z.output<typeof workToday>;

export const quotesToday = z.object({
  awaiting: z.object({ count, fils: z.int() }),
});
export type QuotesToday = z.output<typeof quotesToday>;

/** Net of VAT: of this month, of as many days of last month, and of the whole of that. */
const monthly = z.object({ fils: z.int(), lastFils: z.int(), lastWholeFils: z.int() });

export const moneyToday = z.object({
  overdue: z.object({ count, fils: z.int() }),
  /** The month's first day, and today; of last month its first day, and that until which it has had as many days. */
  months: z.object({ from: z.string(), to: z.string(), lastFrom: z.string(), lastTo: z.string() }),
  /** What was issued less what was credited, by the day of issue. */
  invoiced: monthly,
  /** Revenue as the journal has it. */
  earned: monthly,
});
export type MoneyToday = z.output<typeof moneyToday>;

/** What is told of: of bookings and quotes to the whole office, of money to whom it is for. */
export const newsOfWork = [
  "booking.requested",
  "booking.confirmed",
  "booking.declined",
  "booking.cancelled",
  "booking.technician-assigned",
  "booking.rescheduled",
  "booking.status-changed",
  "booking.acknowledged",
  "booking.escalated",
  "quote.sent",
  "quote.viewed",
  "quote.approved",
  "quote.changes-requested",
  "quote.declined",
] as const;
export const newsOfMoney = [
  "invoice.issued",
  "invoice.credited",
  "invoice.written-off",
  "payment.recorded",
  "payment.reversed",
] as const;
export type NewsType = (typeof newsOfWork)[number] | (typeof newsOfMoney)[number];

export const latestNews = z.object({
  news: z.array(
    z.object({
      id: z.int(),
      type: z.enum([...newsOfWork, ...newsOfMoney]),
      at: instant,
      /** Who did it; null: nobody who is known by name. */
      by: z.nullable(z.string()),
      subject: z.enum(["booking", "quote", "invoice", "payment"]),
      subjectId: z.uuid(),
      reference: z.string(),
      customerName: z.string(),
      /** What a booking became, where it moved. */
      state: z.nullable(z.enum(bookingStates)),
    }),
  ),
});
export type LatestNews = z.output<typeof latestNews>;

/** The papers of the business that end within 30 days, or have ended and still stand on the website. */
export const papersToday = z.object({
  count: z.int(),
  first: z.nullable(z.object({ title: z.string(), expiresOn: z.string() })),
});
