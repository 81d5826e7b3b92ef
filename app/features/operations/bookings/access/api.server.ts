import * as z from "zod/mini";
import { removeUnclaimedFiles, savePdf } from "~/platform/files/files.server";
import { receiveUpload } from "~/platform/files/files-api.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { PERMITS_PATH } from "~/platform/http/limits/http-limits.server";
import { isRefusal } from "~/platform/http/refusal";
import { accessOfProperties } from "../../access/read-access.server";
import {
  accessVersionSchema,
  officeAccessSchema,
  propertyAccessSchema,
  sentPermitSchema,
} from "../../access/schema";
import { accessView, bookingAccess, customerAccess, ownPermit } from "../../access/views";
import { PERMIT_FILE } from "../../access/write-access.server";
import { asCustomer } from "../api/as-customer.server";
import { linkKeySchema, referenceSchema } from "../schema";
import { changeBookingAccess, changePropertyAccess, sendPermit } from "./commands.server";
import { findBookingAccess, findOwnPermit, listCustomerAccess } from "./queries.server";

/** Access details for the office, and permit upload for customers. */
export const accessApi = endpoints("booking", [
  get("/admin/bookings/{bookingId}/access", {
    may: "bookings.read",
    summary: "Access details of a booking: its own, or those of its property",
    answer: bookingAccess,
    run: (ctx, { bookingId }) => findBookingAccess(ctx, bookingId),
  }),
  post("/admin/bookings/{bookingId}/access", {
    operationId: "setBookingAccess",
    may: "bookings.manage",
    summary: "Set the access details of the property, or of this booking only",
    description:
      "`version`: of the property's details as last seen or, with `onlyThisBooking`, of the booking's own; 0: none yet. Upload " +
      "the permit file first. The Makani number always belongs to the property.",
    body: z.extend(officeAccessSchema, { version: accessVersionSchema }),
    answer: bookingAccess,
    run: changeBookingAccess,
    refuses: ["not-found", "stale", "unknown-file"],
    reply: (ctx, { bookingId }) => findBookingAccess(ctx, bookingId),
  }),
  get("/admin/customers/{customerId}/access", {
    may: "bookings.read",
    summary: "Access details of each property of a customer",
    answer: customerAccess,
    run: async (ctx, { customerId }) => ({ properties: await listCustomerAccess(ctx, customerId) }),
  }),
  post("/admin/properties/{propertyId}/access", {
    operationId: "setPropertyAccess",
    may: "bookings.manage",
    summary: "Set the access details of a property, for its bookings without details of their own",
    description: "`version`: as last seen; 0: none yet. Upload the permit file first.",
    body: z.extend(propertyAccessSchema, { version: accessVersionSchema }),
    answer: z.object({ access: accessView }),
    run: changePropertyAccess,
    refuses: ["not-found", "stale", "unknown-file"],
    reply: async (ctx, { propertyId }) => {
      const access = (await accessOfProperties(ctx, [propertyId])).get(propertyId);
      return access ? { access } : null;
    },
  }),
  post(PERMITS_PATH, {
    operationId: "uploadPermitFile",
    may: "files.upload",
    summary: "Upload a permit as PDF; send its id within a day",
    body: bytes("application/pdf", "PDF, at most 10 MB"),
    answer: z.object({ id: z.uuid() }),
    status: 201,
    run: async (ctx, _, call) => {
      const store = call.get("files");
      return receiveUpload(ctx, "permits", async () => {
        const posted = await call.req.arrayBuffer();
        await removeUnclaimedFiles(ctx, store);
        return { id: await savePdf(ctx, store, PERMIT_FILE, posted) };
      });
    },
    reply: (_ctx, _input, { id }) => ({ id }),
  }),
  get("/bookings/{reference}/permit", {
    may: "website.open-link",
    summary: "Gate pass or NOC required for a booking, for its customer",
    params: { reference: referenceSchema },
    query: z.object({ key: linkKeySchema }),
    answer: ownPermit,
    private: true,
    run: (ctx, path, call) => asCustomer(ctx, call, path, findOwnPermit),
    refuses: ["not-found"],
  }),
  post("/bookings/{reference}/permit", {
    operationId: "submitPermitByReference",
    may: "website.open-link",
    summary: "Submit the gate pass or NOC of a booking as its customer; upload the file first",
    params: { reference: referenceSchema },
    body: z.extend(sentPermitSchema, { key: linkKeySchema }),
    answer: ownPermit,
    run: (ctx, { permitFileId, permitUntil, ...path }, call) =>
      asCustomer(ctx, call, path, (ctx, { id: bookingId }) =>
        sendPermit(ctx, { bookingId, permitFileId, permitUntil }),
      ),
    refuses: ["not-found", "wrong-state", "permit-ends-before", "stale", "unknown-file"],
    async reply(ctx, path, _, call) {
      const permit = await asCustomer(ctx, call, path, findOwnPermit);
      return isRefusal(permit) ? null : permit;
    },
  }),
]);
