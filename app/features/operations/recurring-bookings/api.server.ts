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

export const recurringBookingsApi = endpoints("booking", [
  get("/admin/bookings/{id}/recurrence", {
    may: "bookings.read",
    summary: "Recurring booking that a booking belongs to, with its visits",
    answer: z.object({ recurringBooking: z.nullable(recurringBookingView) }),
    run: async (ctx, { id }) => ({ recurringBooking: await findRecurringBookingOf(ctx, id) }),
  }),

  post("/admin/bookings/{id}/recurrence", {
    operationId: "makeBookingRecurring",
    may: "bookings.manage",
    summary: "Make a booking recurring: monthly, quarterly or twice a year, from a day on",
    description:
      "Each visit is booked as a request 60 days ahead at the prices of that day, with a held time if a technician is free. Resumes an ended recurring booking.",
    body: (now: Date) => z.extend(createSchema(dubaiDate(now)), { version: versionSchema }),
    answer: recurringBookingAnswer,
    idempotent: true,
    run: (ctx, { id, ...wanted }) => createRecurringBooking(ctx, { bookingId: id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state", "already-recurring"],
    reply: (ctx, _, { recurringBookingId }) => readRecurringBooking(ctx, recurringBookingId),
  }),

  post("/admin/recurring-bookings/{id}/shift", {
    may: "bookings.manage",
    summary: "Move all future visits: the next one to a day, the later ones counted from it",
    description:
      "Each goes to the nearest free time. `unchanged`: bookings that could not be moved, with the reason.",
    body: (now: Date) => z.extend(shiftSchema(dubaiDate(now)), { version: versionSchema }),
    answer: z.object({ ...recurringBookingAnswer.shape, unchanged: z.array(unchanged) }),
    idempotent: true,
    run: (ctx, { id, ...wanted }) => shiftRecurringBooking(ctx, { id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: async (ctx, { id }, { unchanged }) => ({ ...(await readRecurringBooking(ctx, id)), unchanged }),
  }),

  get("/admin/recurring-bookings/{id}/technicians", {
    may: "bookings.read",
    summary: "Technicians trained for the work of a recurring booking, by name",
    answer: qualifiedTechnicians,
    run: (ctx, { id }) => listQualifiedTechnicians(ctx, id),
  }),

  post("/admin/recurring-bookings/{id}/technician", {
    operationId: "setRecurringBookingTechnician",
    may: "bookings.manage",
    summary: "Choose the preferred technician of all future visits, or none",
    description:
      "Assigns future visits at their current times if there is no conflict. `unchanged`: bookings that keep another technician, with the reason.",
    body: z.extend(setTechnicianSchema, { version: versionSchema }),
    answer: z.object({ ...recurringBookingAnswer.shape, unchanged: z.array(unchanged) }),
    idempotent: true,
    run: (ctx, { id, ...wanted }) => setRecurringTechnician(ctx, { id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state", "technician-unknown"],
    reply: async (ctx, { id }, { unchanged }) => ({ ...(await readRecurringBooking(ctx, id)), unchanged }),
  }),

  post("/admin/recurring-bookings/{id}/end", {
    may: "bookings.manage",
    summary: "End a recurring booking; unconfirmed visits are cancelled or kept",
    body: z.extend(endSchema, { version: versionSchema }),
    answer: recurringBookingAnswer,
    idempotent: true,
    run: (ctx, { id, ...wanted }) => endRecurringBooking(ctx, { id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }) => readRecurringBooking(ctx, id),
  }),

  get("/admin/customers/{id}/recurring-bookings", {
    may: "bookings.read",
    summary: "Recurring bookings of a customer, active ones first",
    answer: recurringBookingsAnswer,
    run: (ctx, { id }) => listCustomerRecurringBookings(ctx, id),
  }),

  get("/bookings/{reference}/recurrence", {
    may: "website.open-link",
    summary: "Recurrence of a booking, for its customer",
    params: { reference: referenceSchema },
    query: z.object({ key: linkKeySchema }),
    answer: z.object({ recurrence }),
    private: true,
    run: (ctx, path, call) => asCustomer(ctx, call, path, findRecurrence),
    refuses: ["not-found"],
  }),

  get("/account/recurring-bookings", {
    may: "account.use",
    summary: "Active recurring bookings of the signed-in customer",
    answer: recurringBookingsAnswer,
    private: true,
    run: (ctx) => listMyRecurringBookings(ctx),
  }),
]);

async function readRecurringBooking(ctx: Ctx, id: string) {
  const recurringBooking = await findRecurringBooking(ctx, id);
  if (!recurringBooking) throw new Error(`Recurring booking ${id} no longer exists`);
  return { recurringBooking };
}
