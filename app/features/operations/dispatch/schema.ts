import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { daysBetween } from "~/platform/time";
import { clockTimeSchema, daySchema, durationSchema, reasonSchema, versionSchema } from "../bookings/schema";
import { undoTokenSchema } from "../bookings/visits/undo-token";
import { certificateSchema, shiftsSchema, timeOffSchema, zonesSchema } from "../scheduling/schema";

/** Six weeks, as a month view shows. */
export const MAX_BOARD_DAYS = 42;

export const boardRangeSchema = z.object({ from: daySchema, to: daySchema }).check(
  z.refine(({ from, to }) => from <= to && daysBetween(from, to) < MAX_BOARD_DAYS, {
    path: ["to"],
    error: () => m.board_error_range(),
  }),
);

/** False if notifications wait until the dispatcher sends them. */
const notifyCustomer = z.optional(z.boolean());

export const scheduleVisitSchema = z.object({
  version: versionSchema,
  technicianId: z.uuid({ error: () => m.booking_error_technician_unknown() }),
  date: daySchema,
  time: clockTimeSchema,
  /** Default: unchanged, or the duration of the service. */
  durationMin: z.optional(durationSchema),
  /** Reason to override warnings. */
  override: reasonSchema,
  /** Keeps a request unconfirmed (undo). */
  asHold: z.optional(z.boolean()),
  notifyCustomer,
  undo: z.optional(undoTokenSchema),
});
export type ScheduleVisitInput = z.input<typeof scheduleVisitSchema>;

export const changeSchema = z.object({
  version: versionSchema,
  reason: reasonSchema,
  notifyCustomer,
  undo: z.optional(undoTokenSchema),
});

export const sendNotificationsSchema = z.object({
  visitIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(500)),
});

export const unassignSchema = z.extend(changeSchema, {
  /** Agreed time before the assignment, for undo. */
  originalTime: z.optional(z.object({ date: daySchema, time: clockTimeSchema, durationMin: durationSchema })),
});
export type UnassignInput = z.input<typeof unassignSchema>;

const visitReassignments = z.array(
  z.object({
    visitId: z.uuid(),
    /** Version of the booking that the user saw. */
    version: versionSchema,
    technicianId: z.nullable(z.uuid({ error: () => m.booking_error_technician_unknown() })),
    /** Undefined: the current time. */
    at: z.optional(z.object({ date: daySchema, time: clockTimeSchema })),
  }),
);

/**
 * `technicianId` null: unassign at the agreed time. `reason`: required to hand over a visit under way.
 */
export const reassignSchema = z.object({
  visits: visitReassignments.check(z.minLength(1), z.maxLength(1000)),
  reason: reasonSchema,
});
export type VisitReassignments = z.output<typeof reassignSchema>["visits"];

export const undoReassignmentSchema = z.object({
  changes: z
    .array(z.object({ bookingId: z.uuid(), visitId: z.uuid(), undo: undoTokenSchema }))
    .check(z.maxLength(1000)),
  /** Added with the reassignment. `version`: of the technician. */
  timeOff: z.optional(z.object({ id: z.uuid(), version: versionSchema })),
});
export type UndoReassignmentInput = z.output<typeof undoReassignmentSchema>;

/**
 * With the change that causes the reassignment: an absence, remaining skills, zones or shifts, or a
 * certificate.
 */
export const reassignAndUpdateSchema = z.object({
  /** Version of the technician that the user saw. */
  version: versionSchema,
  visits: visitReassignments.check(z.maxLength(1000)),
  reason: reasonSchema,
  update: z.union([
    z.object({ timeOff: timeOffSchema }),
    z.object({ skills: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)) }),
    z.object({ zones: zonesSchema.shape.areas }),
    shiftsSchema,
    z.object({ certificate: z.extend(certificateSchema, { id: z.optional(z.uuid()) }) }),
  ]),
});
export type ReassignAndUpdateInput = z.input<typeof reassignAndUpdateSchema>;
