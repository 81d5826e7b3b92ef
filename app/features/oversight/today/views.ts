import * as z from "zod/mini";
import { instalmentObstacles } from "../../finance/invoices/invoice";
import { bookingStates, liveVisitStates } from "../../operations/bookings/booking";

/**
 * Dashboard figures (docs/domain.md, "Today"). Instants are ISO 8601 in UTC, days are Dubai's, money in fils.
 */

const instant = z.iso.datetime();
const count = z.int();

export const workToday = z.object({
  /** Today in Dubai. */
  day: z.string(),
  requests: z.object({
    count,
    /** Time of the oldest request. */
    oldestAt: z.nullable(instant),
    /** Nearest response target; null if none runs. */
    dueAt: z.nullable(instant),
  }),
  emergencies: z.object({
    count,
    /** Arrival deadline of the first emergency. */
    dueAt: z.nullable(instant),
  }),
  unassigned: count,
  /** Work on hold that is expected to continue by today. */
  holdsDue: count,
  /** Contract visits due this week. */
  contractVisits: count,
  /** Recurring bookings whose next visit could not be booked, by their first booking. */
  stuckRecurringBookings: z.array(z.object({ bookingId: z.uuid(), reference: z.string() })),
  /** Days whose share of unconfirmed holds is used up, noticed within a day. */
  fullHoldDays: z.array(z.string()),
  visits: z.object({
    count,
    states: z.array(z.object({ state: z.enum(liveVisitStates), count })),
  }),
});
export type WorkToday = z.output<typeof workToday>;

export const quotesToday = z.object({
  awaiting: z.object({ count, fils: z.int() }),
});
export type QuotesToday = z.output<typeof quotesToday>;

/** Excluding VAT: this month, the same days of last month, all of last month. */
const monthly = z.object({ fils: z.int(), lastFils: z.int(), lastWholeFils: z.int() });

export const stuckDocumentKinds = ["invoice", "quote", "payment"] as const;

export const moneyToday = z.object({
  /** Documents that keep failing to be created or emailed. */
  stuckDocuments: z.array(
    z.object({ kind: z.enum(stuckDocumentKinds), id: z.uuid(), reference: z.string() }),
  ),
  /** Due instalments of contracts whose invoice could not be issued. */
  refusedInstalments: z.array(
    z.object({
      contractId: z.uuid(),
      contractReference: z.string(),
      number: z.int(),
      dueDate: z.string(),
      obstacle: z.enum(instalmentObstacles),
    }),
  ),
  /** Cheques in hand whose invoice or deposit was paid by card. */
  supersededCheques: z.array(
    z.object({
      id: z.uuid(),
      version: z.int(),
      number: z.string(),
      fils: z.int(),
      customerName: z.string(),
      /** Reference of the invoice or quote. */
      reference: z.string(),
    }),
  ),
  /** Not acknowledged, and without a later payout. */
  failedPayouts: z.array(
    z.object({ id: z.uuid(), reference: z.string(), fils: z.int(), failedOn: z.string() }),
  ),
  overdue: z.object({ count, fils: z.int() }),
  /** First day of this month and today; first day of last month and the corresponding day. */
  months: z.object({ from: z.string(), to: z.string(), lastFrom: z.string(), lastTo: z.string() }),
  /** Invoices less credit notes, by issue date. */
  invoiced: monthly,
  /** Revenue by the ledger. */
  revenue: monthly,
});
export type MoneyToday = z.output<typeof moneyToday>;

/** Event types shown: bookings and quotes for the whole office, money by permission. */
export const workActivityTypes = [
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
export const moneyActivityTypes = [
  "invoice.issued",
  "invoice.credited",
  "invoice.written-off",
  "payment.recorded",
  "payment.reversed",
] as const;
export type ActivityType = (typeof workActivityTypes)[number] | (typeof moneyActivityTypes)[number];

export const latestActivity = z.object({
  events: z.array(
    z.object({
      id: z.int(),
      type: z.enum([...workActivityTypes, ...moneyActivityTypes]),
      at: instant,
      /** Actor; null without a known name. */
      actorName: z.nullable(z.string()),
      subject: z.enum(["booking", "quote", "invoice", "payment"]),
      subjectId: z.uuid(),
      reference: z.string(),
      customerName: z.string(),
      /** New state of the booking. */
      state: z.nullable(z.enum(bookingStates)),
    }),
  ),
});
export type LatestActivityList = z.output<typeof latestActivity>;

/** Company documents that expire within 30 days, or have expired and are still public. */
export const certificatesToday = z.object({
  count: z.int(),
  first: z.nullable(z.object({ title: z.string(), expiresOn: z.string() })),
});
