import * as z from "zod/mini";

/** Figures over some days of Dubai (docs/domain.md, "Figures"). Durations are whole minutes or seconds, money AED in fils, net of VAT. */

const count = z.int();
const share = z.object({ key: z.string(), n: z.int() });

const days = z.object({ from: z.string(), to: z.string() });
/** The same of the range and of what it is held against. */
function compared<Shape extends z.ZodMiniType>(shape: Shape) {
  return z.object({ range: days, against: days, now: shape, before: shape });
}

export const bookingFigures = compared(
  z.object({
    total: count,
    /** By service, the most first. */
    services: z.array(share),
    /** By the area that was written down, the most first. */
    areas: z.array(share),
    /** By day or month and service; a step without any is absent. */
    steps: z.array(z.object({ step: z.string(), key: z.string(), n: z.int() })),
    /** When they were asked for, and when visits start: by weekday, 1 Monday to 7 Sunday, and hour of Dubai. */
    hours: z.array(z.object({ weekday: count, hour: count, requested: count, visits: count })),
  }),
);
export type BookingFigures = z.output<typeof bookingFigures>;

const funnel = z.object({
  /** Loads of a page, not persons. */
  visited: count,
  started: count,
  /** Bookings made on the website; of them, those agreed on and not called off since, and those completed. */
  submitted: count,
  confirmed: count,
  completed: count,
});
export const funnelFigures = compared(funnel);
export type FunnelFigures = z.output<typeof funnelFigures>;

const promise = z.object({
  kept: count,
  /** Missed: answered or reached too late, or not yet though the time is over. */
  late: count,
  /** Of what was answered or reached; null: nothing was. */
  medianMin: z.nullable(count),
  p90Min: z.nullable(count),
});
export const promiseFigures = compared(
  z.object({
    answer: promise,
    arrival: promise,
    steps: z.array(
      z.object({
        step: z.string(),
        answerKept: count,
        answerLate: count,
        arrivalKept: count,
        arrivalLate: count,
      }),
    ),
  }),
);
export type PromiseFigures = z.output<typeof promiseFigures>;

export const workFigures = compared(
  z.object({
    /** Visits whose work was done, and of them those whose booking was come back to within 30 days. */
    done: count,
    cameBack: count,
    /** Of the technicians who work here now: the time that is taken, and that on shift. */
    bookedSec: count,
    shiftSec: count,
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
        done: count,
        cameBack: count,
        /** How often somebody came to a visit, and how often on time. */
        came: count,
        onTime: count,
        ratings: count,
        ratingSum: count,
        workedSec: count,
        /** Null: whoever asks may not know. */
        invoicedFils: z.nullable(count),
      }),
    ),
  }),
);
export type TechnicianFigures = z.output<typeof technicianFigures>;

/** The key is empty where nobody said which service or area. */
export const revenueFigures = compared(
  z.object({
    /** What was issued, less what was credited, by the day of issue. */
    invoiced: z.object({
      fils: count,
      services: z.array(share),
      areas: z.array(share),
      steps: z.array(z.object({ step: z.string(), fils: count })),
    }),
    /** Revenue as the journal has it, by the day on which it stands there. */
    earned: z.object({ fils: count, services: z.array(share) }),
  }),
);
export type RevenueFigures = z.output<typeof revenueFigures>;

/** A line of an invoice or a credit note, as it was counted on its day. */
export const revenueEntry = z.object({
  id: z.string(),
  day: z.string(),
  invoiceId: z.uuid(),
  /** Of the document. */
  reference: z.string(),
  /** Of a credit note: below zero. */
  credit: z.boolean(),
  customer: z.string(),
  service: z.nullable(z.string()),
  area: z.nullable(z.string()),
  /** Who finished the work of its booking. */
  technician: z.nullable(z.string()),
  fils: z.int(),
});
export type RevenueEntry = z.infer<typeof revenueEntry>;

export const revenueTotal = z.object({ fils: z.int(), lines: z.int() });
export type RevenueTotal = z.infer<typeof revenueTotal>;

export const quoteFigures = compared(
  z.object({
    sent: count,
    won: count,
    lost: count,
    open: count,
    /** What was won, VAT included. */
    wonFils: count,
  }),
);
export type QuoteFigures = z.output<typeof quoteFigures>;
