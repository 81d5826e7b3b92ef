import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { contactChannels, type PlainTransition, transitionNames } from "../../booking";
import { assignTechnician } from "../../commands/assign-technician.server";
import { logContact, writeNote } from "../../commands/office-log.server";
import { transitionBooking } from "../../commands/transition-booking.server";
import { findBookingDetail, listTechnicianChoices } from "../../queries.server";
import { clockTimeSchema, daySchema, LOG_LENGTH, reasonSchema, versionSchema } from "../../schema";
import { absentHelper, bookingDetail, technicianChoice } from "../../views";
import { absentHelperInWords } from "../../visits/absent-helpers";

export const bookingResponse = z.object({ booking: bookingDetail });
const words = z
  .string({ error: () => m.booking_error_words_required() })
  .check(z.maxLength(LOG_LENGTH, { error: () => m.booking_error_too_long({ max: LOG_LENGTH }) }));
const plainMoves = transitionNames.filter((move): move is PlainTransition => move !== "assign");

/** Why nobody can be sent to a booking: what stands against the booking's move, and against the technician. */
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

/** What the office does with one booking. Each change is made from its `version` as last seen. */
export const officeApi = endpoints("booking", [
  get("/admin/bookings/{id}", {
    may: "bookings.read",
    summary: "A booking with all that the office knows of it",
    answer: bookingResponse,
    run: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),

  get("/admin/bookings/{id}/technicians", {
    may: "bookings.manage",
    summary: "Who could be sent at a day and time, the free and least busy first",
    description:
      "Date and time are Dubai's. Everybody, with what stands in the way. `visitId`: to which of several visits; without it, to the next.",
    query: z.object({ date: daySchema, time: clockTimeSchema, visitId: z.optional(z.uuid()) }),
    answer: z.object({ technicians: z.array(technicianChoice) }),
    async run(ctx, { id, date, time, visitId }) {
      const technicians = await listTechnicianChoices(ctx, id, { day: date, time, visitId });
      return technicians && { technicians };
    },
  }),

  post("/admin/bookings/{id}/moves", {
    may: "bookings.manage",
    summary: "Move a booking along its life: confirm, decline (with a reason), cancel …",
    body: z.object({
      move: z.enum(plainMoves, { error: () => m.booking_error_wrong_state() }),
      version: versionSchema,
      reason: reasonSchema,
      /** "On the way" to a visit of another day is meant. */
      anotherDay: z.optional(z.boolean()),
    }),
    answer: bookingResponse,
    run: (ctx, { id, ...move }) => transitionBooking(ctx, { bookingId: id, ...move }),
    refuses: ["not-found", "stale", "wrong-state", "reason-required", "too-late", "not-today"],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),

  post("/admin/bookings/{id}/assign", {
    may: "bookings.manage",
    summary: "Place the visit of a booking with a technician",
    description:
      "Over a warning (off shift, time off …) only with a reason in `override`; never over another visit.",
    body: z.object({
      version: versionSchema,
      technicianId: z.uuid({ error: () => m.booking_error_technician_unknown() }),
      date: daySchema,
      time: clockTimeSchema,
      /** Why the visit is placed over a warning. */
      override: reasonSchema,
      /** False: the customer is told of it only when somebody says so. */
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
      return shown && { ...shown, ...(people ? { absentHelpers: people.map(absentHelperInWords) } : {}) };
    },
  }),

  post("/admin/bookings/{id}/notes", {
    may: "bookings.manage",
    summary: "Write an internal note, which the customer never sees, and the technician if it is for him",
    body: z.object({ version: versionSchema, words, forTechnician: z.optional(z.boolean()) }),
    answer: bookingResponse,
    run: (ctx, { id, ...note }) => writeNote(ctx, { bookingId: id, ...note }),
    refuses: ["not-found", "stale", "words-required"],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),

  post("/admin/bookings/{id}/contacts", {
    may: "bookings.manage",
    summary: "Log a contact with the customer; the first one stops the 2-hour clock",
    body: z.object({ version: versionSchema, channel: z.enum(contactChannels), words: z.optional(words) }),
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
