import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { multiLine } from "~/platform/text/sanitize-text";
import { dubaiDate } from "~/platform/time";
import { contactChannels, offeredTransitions, type PlainTransition } from "../../booking";
import { assignTechnician } from "../../commands/assign-technician.server";
import { logContact, writeNote } from "../../commands/office-log.server";
import { setContinuationDate } from "../../commands/set-continuation-date.server";
import { transitionBooking } from "../../commands/transition-booking.server";
import { findBookingDetail } from "../../office/detail-queries.server";
import { bookingDetail } from "../../office/views";
import {
  clockTimeSchema,
  continuationDaySchema,
  daySchema,
  LOG_LENGTH,
  reasonSchema,
  versionSchema,
} from "../../schema";
import { toAbsentHelperView } from "../../visits/absent-helpers";
import { listSuggestions } from "../../visits/suggestion-queries.server";
import { listTechnicianChoices } from "../../visits/technician-choices.server";
import { absentHelper, suggestionList, technicianChoice } from "../../visits/views";

export const bookingResponse = z.object({ booking: bookingDetail });
const text = z
  .string({ error: () => m.booking_error_text_required() })
  .check(
    multiLine(),
    z.maxLength(LOG_LENGTH, { error: () => m.booking_error_too_long({ max: LOG_LENGTH }) }),
  );
const plainTransitions = offeredTransitions.filter((move): move is PlainTransition => move !== "assign");

export const dispatchRefusals = [
  "not-found",
  "stale",
  "wrong-state",
  "reason-required",
  "too-late",
  "not-today",
  "technician-unknown",
  "technician-busy",
  "technician-warning",
] as const;

export const officeApi = endpoints("booking", [
  get("/admin/bookings/{id}", {
    may: "bookings.read",
    summary: "A booking with all details for the office",
    answer: bookingResponse,
    run: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),

  get("/admin/bookings/{id}/technicians", {
    may: "bookings.manage",
    summary: "Technicians for a day and time, free and least busy first",
    description:
      "Date and time in Asia/Dubai. Lists all technicians with their conflicts. `visitId`: default is the next visit.",
    query: z.object({ date: daySchema, time: clockTimeSchema, visitId: z.optional(z.uuid()) }),
    answer: z.object({ technicians: z.array(technicianChoice) }),
    async run(ctx, { id, date, time, visitId }) {
      const technicians = await listTechnicianChoices(ctx, id, { day: date, time, visitId });
      return technicians && { technicians };
    },
  }),

  get("/admin/bookings/{id}/suggestions", {
    may: "bookings.manage",
    summary: "Suggested technicians and times for a booking, best first, with reasons",
    description:
      "At most five, each technician once, all without conflicts. A missed day of a multi-day job comes before its planned days.",
    answer: suggestionList,
    async run(ctx, { id }) {
      const suggestions = await listSuggestions(ctx, id);
      return suggestions && { suggestions };
    },
  }),

  post("/admin/bookings/{id}/transitions", {
    operationId: "changeBookingState",
    may: "bookings.manage",
    summary: "Change the state of a booking: confirm, decline (with a reason), cancel …",
    body: (now: Date) =>
      z.object({
        transition: z.enum(plainTransitions, { error: () => m.booking_error_wrong_state() }),
        version: versionSchema,
        /** Needed for a transition of the visit if several visits are open. */
        visitId: z.optional(z.uuid()),
        reason: reasonSchema,
        /** Confirms departing to a visit of another day. */
        confirmOtherDay: z.optional(z.boolean()),
        /** Day on which work put on hold is expected to continue. */
        continueOn: z.optional(continuationDaySchema(dubaiDate(now))),
      }),
    answer: bookingResponse,
    run: (ctx, { id, ...input }) => transitionBooking(ctx, { bookingId: id, ...input }),
    refuses: ["not-found", "stale", "wrong-state", "reason-required", "too-late", "not-today"],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),

  post("/admin/bookings/{id}/continuation-date", {
    operationId: "setContinuationDate",
    may: "bookings.manage",
    summary: "Set or remove the day on which work on hold is expected to continue",
    body: (now: Date) =>
      z.object({
        version: versionSchema,
        continueOn: z.nullable(continuationDaySchema(dubaiDate(now))),
      }),
    answer: bookingResponse,
    run: (ctx, { id, ...input }) => setContinuationDate(ctx, { bookingId: id, ...input }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),

  post("/admin/bookings/{id}/assign", {
    operationId: "assignTechnician",
    may: "bookings.manage",
    summary: "Assign a technician and a time to the visit of a booking",
    description:
      "`override`: reason that overrides warnings (off shift, time off …); another visit cannot be overridden.",
    body: z.object({
      version: versionSchema,
      technicianId: z.uuid({ error: () => m.booking_error_technician_unknown() }),
      date: daySchema,
      time: clockTimeSchema,
      override: reasonSchema,
      /** False if the customer is notified manually only. */
      notifyCustomer: z.optional(z.boolean()),
    }),
    answer: z.extend(bookingResponse, { absentHelpers: z.optional(z.array(absentHelper)) }),
    run: (ctx, { id, version, technicianId, date, time, override, notifyCustomer }) =>
      assignTechnician(ctx, {
        bookingId: id,
        version,
        technicianId,
        day: date,
        time,
        overrideReason: override,
        notifyCustomer,
      }),
    refuses: dispatchRefusals,
    async reply(ctx, { id }, { absentHelpers: people }) {
      const shown = await loadDetailResponse(ctx, id);
      return shown && { ...shown, ...(people ? { absentHelpers: people.map(toAbsentHelperView) } : {}) };
    },
  }),

  post("/admin/bookings/{id}/notes", {
    may: "bookings.manage",
    summary: "Write an internal note, visible to the technician if marked so and never to the customer",
    body: z.object({ version: versionSchema, text, forTechnician: z.optional(z.boolean()) }),
    idempotent: true,
    answer: bookingResponse,
    run: (ctx, { id, ...note }) => writeNote(ctx, { bookingId: id, ...note }),
    refuses: ["not-found", "stale", "text-required"],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),

  post("/admin/bookings/{id}/contacts", {
    operationId: "logBookingContact",
    may: "bookings.manage",
    summary: "Log a contact with the customer; the first one meets the response target",
    body: z.object({ version: versionSchema, channel: z.enum(contactChannels), text: z.optional(text) }),
    idempotent: true,
    answer: bookingResponse,
    run: (ctx, { id, ...contact }) => logContact(ctx, { bookingId: id, ...contact }),
    refuses: ["not-found", "stale"],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),
]);

export async function loadDetailResponse(ctx: Ctx, id: string) {
  const booking = await findBookingDetail(ctx, id);
  return booking && { booking };
}
