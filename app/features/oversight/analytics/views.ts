import * as z from "zod/mini";

/**
 * Figures of Dubai days (docs/domain.md, "Analytics"). Durations in whole minutes or seconds, money in fils
 * excluding VAT.
 */

const count = z.int();
const share = z.object({ key: z.string(), count: z.int() });

const days = z.object({ from: z.string(), to: z.string() });
/** Values of the range and its comparison period. */
function compared<Shape extends z.ZodMiniType>(shape: Shape) {
  return z.object({ range: days, against: days, now: shape, before: shape });
}

export const bookingFigures = compared(
  z.object({
    total: count,
    /** By service, largest first. */
    services: z.array(share),
    /** By recorded area, largest first. */
    areas: z.array(share),
    /** By step and service; steps without data are absent. */
    steps: z.array(z.object({ step: z.string(), key: z.string(), count: z.int() })),
    /** Requests and visit starts by weekday (1 Monday to 7 Sunday) and Dubai hour. */
    hours: z.array(z.object({ weekday: count, hour: count, requested: count, visits: count })),
  }),
);
export type BookingFigures = z.output<typeof bookingFigures>;

const funnel = z.object({
  /** Page loads, not persons. */
  pageLoads: count,
  formStarts: count,
  /** Website bookings; of them confirmed and not cancelled since; completed. */
  submitted: count,
  confirmed: count,
  completed: count,
});
export const funnelFigures = compared(funnel);
export type FunnelFigures = z.output<typeof funnelFigures>;

const responseTarget = z.object({
  met: count,
  /** Missed, including open ones past the target. */
  missed: count,
  /** Median of the answered or reached ones; null if none. */
  medianMin: z.nullable(count),
  p90Min: z.nullable(count),
});
export const responseTargetFigures = compared(
  z.object({
    answer: responseTarget,
    arrival: responseTarget,
    steps: z.array(
      z.object({
        step: z.string(),
        answerMet: count,
        answerMissed: count,
        arrivalMet: count,
        arrivalMissed: count,
      }),
    ),
  }),
);
export type ResponseTargetFigures = z.output<typeof responseTargetFigures>;

export const workFigures = compared(
  z.object({
    /** Finished visits; of them those with a return within 30 days. */
    finishedVisits: count,
    warrantyReturns: count,
    /** Booked and shift time of the technicians employed on each day. */
    bookedSec: count,
    shiftSec: count,
    steps: z.array(
      z.object({
        step: z.string(),
        finishedVisits: count,
        warrantyReturns: count,
        bookedSec: count,
        shiftSec: count,
      }),
    ),
  }),
);
export type WorkFigures = z.output<typeof workFigures>;

export const technicianFigures = compared(
  z.object({
    technicians: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        active: z.boolean(),
        finishedVisits: count,
        warrantyReturns: count,
        /** Arrivals, and arrivals on time. */
        arrivals: count,
        onTimeArrivals: count,
        ratings: count,
        ratingSum: count,
        workedSec: count,
        /** Null without permission. */
        invoicedFils: z.nullable(count),
      }),
    ),
  }),
);
export type TechnicianFigures = z.output<typeof technicianFigures>;

/** The key is empty for an unspecified service or area. */
export const revenueFigures = compared(
  z.object({
    /** Invoices less credit notes, by issue date. */
    invoiced: z.object({
      fils: count,
      services: z.array(share),
      areas: z.array(share),
      steps: z.array(z.object({ step: z.string(), fils: count })),
    }),
    /** Ledger revenue by entry day. */
    revenue: z.object({ fils: count, services: z.array(share) }),
  }),
);
export type RevenueFigures = z.output<typeof revenueFigures>;

/** Line of an invoice or credit note on its day. */
export const invoicedLine = z.object({
  id: z.string(),
  day: z.string(),
  invoiceId: z.uuid(),
  /** Document number. */
  reference: z.string(),
  /** True for a credit note, whose amount is negative. */
  credit: z.boolean(),
  customer: z.string(),
  service: z.nullable(z.string()),
  area: z.nullable(z.string()),
  /** Technician who finished the work. */
  technician: z.nullable(z.string()),
  fils: z.int(),
});
export type InvoicedLine = z.infer<typeof invoicedLine>;

export const invoicedTotal = z.object({ fils: z.int(), lines: z.int() });
export type InvoicedTotal = z.infer<typeof invoicedTotal>;

export const quoteFigures = compared(
  z.object({
    sent: count,
    won: count,
    lost: count,
    open: count,
    /** Value of won quotes including VAT. */
    wonFils: count,
  }),
);
export type QuoteFigures = z.output<typeof quoteFigures>;
