import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { daysBetween } from "~/platform/time";
import { clockTimeSchema, daySchema, durationSchema, reasonSchema, versionSchema } from "../bookings/schema";
import { undoTokenSchema } from "../bookings/visits/undo-token";
import { certificateSchema, shiftsSchema, timeOffSchema, zonesSchema } from "../scheduling/schema";

/** A month with the days around it that fill its weeks. */
export const MAX_BOARD_DAYS = 42;

export const boardRangeSchema = z.object({ from: daySchema, to: daySchema }).check(
  z.refine(({ from, to }) => from <= to && daysBetween(from, to) < MAX_BOARD_DAYS, {
    path: ["to"],
    error: () => m.admin_error_range(),
  }),
);

/** False: the customer is told of it only when somebody says so. */
const notifyCustomer = z.optional(z.boolean());

export const arrangeSchema = z.object({
  version: versionSchema,
  technicianId: z.uuid({ error: () => m.booking_error_technician_unknown() }),
  date: daySchema,
  time: clockTimeSchema,
  /** Without it: as long as before, or as the service takes. */
  durationMin: z.optional(durationSchema),
  /** Why the visit is placed over a warning. */
  override: reasonSchema,
  /** Held for a request that stays unconfirmed, as it was before. */
  asHeld: z.optional(z.boolean()),
  notifyCustomer,
  undo: z.optional(undoTokenSchema),
});
export type ArrangeInput = z.input<typeof arrangeSchema>;

export const changeSchema = z.object({
  version: versionSchema,
  reason: reasonSchema,
  notifyCustomer,
  undo: z.optional(undoTokenSchema),
});

/** The visits whose customers are told now. */
export const sendNotificationsSchema = z.object({
  visitIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(500)),
});

export const unassignSchema = z.extend(changeSchema, {
  /** The time that was agreed before the technician got it. */
  back: z.optional(z.object({ date: daySchema, time: clockTimeSchema, durationMin: durationSchema })),
});
export type UnassignInput = z.input<typeof unassignSchema>;

const visitReassignments = z.array(
  z.object({
    visitId: z.uuid(),
    /** Of its booking, as it was seen. */
    version: versionSchema,
    technicianId: z.nullable(z.uuid({ error: () => m.booking_error_technician_unknown() })),
    /** Another time than its own. */
    at: z.optional(z.object({ date: daySchema, time: clockTimeSchema })),
  }),
);

/** Who makes each of these visits from now on; null: nobody yet, its time stays agreed. */
export const reassignSchema = z.object({
  visits: visitReassignments.check(z.minLength(1), z.maxLength(1000)),
});
export type VisitReassignments = z.output<typeof reassignSchema>["visits"];

/** The same, and what the reason is, in one: time off that is planned, what is left of skills, zones or shifts, or a certificate. */
export const reassignAndUpdateSchema = z.object({
  /** Of the technician, as it was seen. */
  version: versionSchema,
  visits: visitReassignments.check(z.maxLength(1000)),
  update: z.union([
    z.object({ timeOff: timeOffSchema }),
    z.object({ skills: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)) }),
    z.object({ zones: zonesSchema.shape.areas }),
    shiftsSchema,
    z.object({ certificate: z.extend(certificateSchema, { id: z.optional(z.uuid()) }) }),
  ]),
});
export type ReassignAndUpdateInput = z.input<typeof reassignAndUpdateSchema>;
