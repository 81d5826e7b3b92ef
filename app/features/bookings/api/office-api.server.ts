import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, bodyOf, newApi, readJson, readQuery } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import { pageFields } from "~/platform/keyset.server";
import { bookingStates, moveNames } from "../booking";
import { filterDates } from "../booking-filter";
import { assignTechnician } from "../commands/assign-technician.server";
import { moveBooking, type PlainMove } from "../commands/move-booking.server";
import { findBookingDetail, listBookings, listTechnicianChoices } from "../queries.server";
import { bookingNotFound, refusalAsError } from "../refusals.server";
import { clockTimeSchema, daySchema } from "../schema";
import { type BookingDetail, bookingDetail, bookingList, refusedAnswer, technicianChoice } from "../views";

/** What the office does with bookings. Everything here lies behind the admin guard. */

const id = z.uuid({ error: () => m.booking_error_not_found() });
export const idParam = [
  { name: "id", in: "path" as const, required: true, schema: { type: "string" as const, format: "uuid" } },
];
export const oneBooking = z.object({ booking: bookingDetail });
export const version = z.int({ error: () => m.booking_error_stale() });
const reason = z.optional(
  z.string().check(z.maxLength(500, { error: () => m.booking_error_too_long({ max: 500 }) })),
);

export const officeApi = newApi();

/** What the list can be narrowed down to, in its address, in saved filters and in what is exported. */
export const filterFields = {
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  state: z.optional(z.enum(bookingStates)),
  service: z.optional(z.string().check(z.maxLength(80))),
  technician: z.optional(z.uuid()),
  emergency: z.optional(z.literal("yes")),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  /** Which day `from` and `to` are about; the visit's unless told otherwise. */
  dates: z.optional(z.enum(filterDates)),
};
const listQuery = z.object({
  ...filterFields,
  ...pageFields,
});

officeApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/bookings",
    summary: "The list of bookings, newest first",
    description:
      "Query: search, state, service, technician (id), emergency (yes), from and to (yyyy-MM-dd, both included) with " +
      "dates (visit, the default, or received), cursor (nextCursor of the page before), limit (at most 100).",
    responses: { 200: answerOf(bookingList, "A page of bookings") },
  }),
  async (c) => {
    const list = await listBookings(c.get("ctx"), readQuery(c, listQuery));
    if (!list) throw notAllowed();
    return c.json(list, 200);
  },
);

officeApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/bookings/{id}",
    summary: "A booking with all that the office knows of it",
    parameters: idParam,
    responses: { 200: answerOf(oneBooking, "The booking"), 404: answerOf(refusedAnswer, "Not found") },
  }),
  async (c) => c.json({ booking: await getDetail(c.get("ctx"), c.req.param("id")) }, 200),
);

const plainMoves = moveNames.filter((move): move is PlainMove => move !== "assign");
const moveBody = z.object({
  move: z.enum(plainMoves, { error: () => m.booking_error_wrong_state() }),
  version,
  reason,
});

officeApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/moves",
    summary: "Move a booking along its life: confirm, decline (with a reason), cancel …",
    parameters: idParam,
    request: { body: bodyOf(moveBody, "The move, and `version` as last seen") },
    responses: {
      200: answerOf(oneBooking, "Moved"),
      409: answerOf(refusedAnswer, "Changed meanwhile (stale), or not possible from its state"),
      422: answerOf(refusedAnswer, "A reason is required"),
    },
  }),
  async (c) => {
    const body = await readJson(c, moveBody);
    const bookingId = bookingIdOf(c.req.param("id"));
    const result = await moveBooking(c.get("ctx"), { bookingId, ...body });
    if (!result.ok) throw refusalAsError(result);
    return c.json({ booking: await getDetail(c.get("ctx"), bookingId) }, 200);
  },
);

const assignBody = z.object({
  version,
  technicianId: z.uuid({ error: () => m.booking_error_technician_unknown() }),
  date: daySchema,
  time: clockTimeSchema,
  /** Why the visit is placed over a warning. */
  override: reason,
});

officeApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/assign",
    summary: "Place the visit of a booking with a technician",
    description:
      "Over a warning (off shift, time off …) only with a reason in `override`; never over another visit.",
    parameters: idParam,
    request: { body: bodyOf(assignBody, "Whom and when, and `version` as last seen") },
    responses: {
      200: answerOf(oneBooking, "Assigned"),
      409: answerOf(refusedAnswer, "stale, wrong-state, technician-busy or technician-warning"),
    },
  }),
  async (c) => {
    const body = await readJson(c, assignBody);
    const bookingId = bookingIdOf(c.req.param("id"));
    const result = await assignTechnician(c.get("ctx"), {
      bookingId,
      version: body.version,
      technicianId: body.technicianId,
      day: body.date,
      time: body.time,
      overrideReason: body.override,
    });
    if (!result.ok) throw refusalAsError(result);
    return c.json({ booking: await getDetail(c.get("ctx"), bookingId) }, 200);
  },
);

officeApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/bookings/{id}/technicians",
    summary: "Who could be sent at a day and time, the free and least busy first",
    description: "Query: date (yyyy-MM-dd) and time (HH:mm), Asia/Dubai.",
    parameters: idParam,
    responses: {
      200: answerOf(
        z.object({ technicians: z.array(technicianChoice) }),
        "Everybody, with what stands in the way",
      ),
    },
  }),
  async (c) => {
    const { date, time } = readQuery(c, z.object({ date: daySchema, time: clockTimeSchema }));
    const technicians = await listTechnicianChoices(c.get("ctx"), bookingIdOf(c.req.param("id")), date, time);
    if (!technicians) throw bookingNotFound();
    return c.json({ technicians }, 200);
  },
);

/** The booking with all that the office knows of it; 404 for anybody else. */
export async function getDetail(ctx: Ctx, bookingId: string): Promise<BookingDetail> {
  const booking = await findBookingDetail(ctx, bookingIdOf(bookingId));
  if (!booking) throw bookingNotFound();
  return booking;
}

/** An id that is none is an id that is not found. */
export function bookingIdOf(param: string): string {
  if (!z.safeParse(id, param).success) throw bookingNotFound();
  return param;
}

export function notAllowed(): ApiError {
  return new ApiError(403, "not-allowed", m.booking_error_not_allowed());
}
