import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { asCustomer } from "../bookings/api/as-customer.server";
import { linkKeySchema, referenceSchema, versionSchema } from "../bookings/schema";
import {
  createRecurringBooking,
  endRecurringBooking,
  setRecurringTechnician,
  shiftRecurringBooking,
} from "./commands.server";
import {
  findRecurrence,
  findRecurringBooking,
  findRecurringBookingOf,
  listCustomerRecurringBookings,
  listMyRecurringBookings,
  listQualifiedTechnicians,
} from "./queries.server";
import { createSchema, endSchema, setTechnicianSchema, shiftSchema } from "./schema";
import { qualifiedTechnicians, recurrence, recurringBookingView, unchanged } from "./views";

const recurringBookingAnswer = z.object({ recurringBooking: recurringBookingView });
const recurringBookingsAnswer = z.object({ recurringBookings: z.array(recurringBookingView) });

/** Visits that are repeated, without a contract. */
export const recurringBookingsApi = endpoints("booking", [
  get("/admin/bookings/{id}/recurrence", {
    may: "bookings.read",
    summary: "The series that a booking is a visit of, with what is booked of it",
    answer: z.object({ recurringBooking: z.nullable(recurringBookingView) }),
    run: async (ctx, { id }) => ({ recurringBooking: await findRecurringBookingOf(ctx, id) }),
  }),

  post("/admin/bookings/{id}/recurrence", {
    may: "bookings.manage",
    summary: "Repeat a booking: monthly, quarterly or twice a year, from a day on",
    description:
      "Each visit is an ordinary request, booked 60 days ahead at the price of the day on which it is booked, with a time held where somebody is free. A series that ended goes on.",
    body: (now: Date) => z.extend(createSchema(dubaiDate(now)), { version: versionSchema }),
    answer: recurringBookingAnswer,
    idempotent: true,
    run: (ctx, { id, ...wanted }) => createRecurringBooking(ctx, { bookingId: id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state", "already-recurring"],
    reply: (ctx, _, { recurringBookingId }) => oneOf(ctx, recurringBookingId),
  }),

  post("/admin/recurring-bookings/{id}/shift", {
    may: "bookings.manage",
    summary: "Move what is ahead of a series: the next visit to a day, the others counted from it",
    description:
      "Each goes as near to its day as somebody is free. `stayed`: the bookings that stay as they are, and why.",
    body: (now: Date) => z.extend(shiftSchema(dubaiDate(now)), { version: versionSchema }),
    answer: z.object({ ...recurringBookingAnswer.shape, unchanged: z.array(unchanged) }),
    idempotent: true,
    run: (ctx, { id, ...wanted }) => shiftRecurringBooking(ctx, { id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: async (ctx, { id }, { unchanged }) => ({ ...(await oneOf(ctx, id)), unchanged }),
  }),

  get("/admin/recurring-bookings/{id}/technicians", {
    may: "bookings.read",
    summary: "Whoever is trained for the work of a series, by name",
    answer: qualifiedTechnicians,
    run: (ctx, { id }) => listQualifiedTechnicians(ctx, id),
  }),

  post("/admin/recurring-bookings/{id}/technician", {
    may: "bookings.manage",
    summary: "Choose the technician whom the customer has at each visit of a series, or nobody",
    description:
      "What is ahead goes to them where nothing is in their way, at the time that it has. `stayed`: the bookings that stay with somebody else, and why.",
    body: z.extend(setTechnicianSchema, { version: versionSchema }),
    answer: z.object({ ...recurringBookingAnswer.shape, unchanged: z.array(unchanged) }),
    idempotent: true,
    run: (ctx, { id, ...wanted }) => setRecurringTechnician(ctx, { id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state", "technician-unknown"],
    reply: async (ctx, { id }, { unchanged }) => ({ ...(await oneOf(ctx, id)), unchanged }),
  }),

  post("/admin/recurring-bookings/{id}/end", {
    may: "bookings.manage",
    summary:
      "End a series: no more visits are booked, those that nobody has confirmed are called off or kept",
    body: z.extend(endSchema, { version: versionSchema }),
    answer: recurringBookingAnswer,
    idempotent: true,
    run: (ctx, { id, ...wanted }) => endRecurringBooking(ctx, { id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  get("/admin/customers/{id}/recurring-bookings", {
    may: "bookings.read",
    summary: "What is repeated for a customer, what goes on first",
    answer: recurringBookingsAnswer,
    run: (ctx, { id }) => listCustomerRecurringBookings(ctx, id),
  }),

  get("/bookings/{reference}/recurrence", {
    may: "website.open-link",
    summary: "Which visit of a series a booking is, for its customer",
    params: { reference: referenceSchema },
    query: z.object({ key: linkKeySchema }),
    answer: z.object({ recurrence }),
    private: true,
    run: (ctx, path, call) => asCustomer(ctx, call, path, findRecurrence),
    refuses: ["not-found"],
  }),

  get("/account/recurring-bookings", {
    may: "account.use",
    summary: "What is repeated of one's own bookings, and goes on",
    answer: recurringBookingsAnswer,
    private: true,
    run: (ctx) => listMyRecurringBookings(ctx),
  }),
]);

async function oneOf(ctx: Ctx, id: string) {
  const recurringBooking = await findRecurringBooking(ctx, id);
  if (!recurringBooking) throw new Error(`Series ${id} is gone`);
  return { recurringBooking };
}
