import * as z from "zod/mini";
import { savePdf } from "~/platform/files/files.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { PERMITS_PATH } from "~/platform/http/http-limits.server";
import { changeBookingAccess } from "./commands.server";
import { findBookingAccess } from "./queries.server";
import { accessVersionSchema, officeAccessSchema } from "./schema";
import { bookingAccess } from "./views";
import { PERMIT_FILE } from "./write-access.server";

/** How to get in where a booking is, for the office. */
export const accessApi = endpoints("booking", [
  get("/admin/bookings/{bookingId}/access", {
    may: "bookings.read",
    summary: "Parking, access, permit, pin and contact on site, of the booking or else of its property",
    answer: bookingAccess,
    run: (ctx, { bookingId }) => findBookingAccess(ctx, bookingId),
  }),
  post("/admin/bookings/{bookingId}/access", {
    may: "bookings.manage",
    summary: "Write down how to get in: at the property, or for this booking alone",
    description:
      "`version`: the one that was seen of the property's or, with `onlyThisBooking`, of the booking's own; 0 where there is " +
      "none. The paper of the permit is uploaded before. The Makani number is always the property's.",
    body: z.extend(officeAccessSchema, { version: accessVersionSchema }),
    answer: bookingAccess,
    run: changeBookingAccess,
    refuses: ["not-found", "stale", "unknown-file"],
    reply: (ctx, { bookingId }) => findBookingAccess(ctx, bookingId),
  }),
  post(PERMITS_PATH, {
    may: "bookings.manage",
    summary: "Upload a permit as a PDF, which is sent afterwards with its id; kept for a day until then",
    body: bytes("application/pdf", "The file itself, at most 10 MB"),
    answer: z.object({ id: z.uuid() }),
    status: 201,
    run: async (ctx, _, call) => ({
      id: await savePdf(ctx, call.get("files"), PERMIT_FILE, await call.req.arrayBuffer()),
    }),
    reply: (_ctx, _input, { id }) => ({ id }),
  }),
]);
