import * as z from "zod/mini";
import { respondWithFile } from "~/platform/files/files-api.server";
import { bytes, endpoints, get } from "~/platform/http/endpoint.server";
import { asCustomer } from "../../operations/bookings/api/as-customer.server";
import { linkKeySchema, referenceSchema } from "../../operations/bookings/schema";
import { getBookingMoney, listMyReceipts } from "./customer-documents.server";
import { openReceipt } from "./receipt.server";
import { bookingMoney, customerReceipt } from "./views";

/** Payments as customers see them, by link key or session. */
export const customerPaymentsApi = endpoints("payment", [
  get("/receipts/{reference}", {
    may: "website.open-link",
    summary: "Receipt of a payment or refund, with the key of its link or signed in as its customer",
    params: { reference: z.string().check(z.regex(/^R[CF]-\d{4}-\d{6,12}$/)) },
    query: z.object({ key: z._default(z.string().check(z.maxLength(200)), "") }),
    answer: bytes("application/pdf", "Immutable PDF/A-3"),
    run: async (ctx, address, call) =>
      respondWithFile(call, await openReceipt(ctx, call.get("config"), call.get("files"), address)),
  }),

  get("/account/receipts", {
    may: "account.use",
    summary: "Payment and refund receipts of the signed-in customer, newest first",
    answer: z.object({ receipts: z.array(customerReceipt) }),
    private: true,
    run: async (ctx, _, call) => ({ receipts: await listMyReceipts(ctx, call.get("config")) }),
  }),

  get("/bookings/{reference}/payments", {
    may: "website.open-link",
    summary: "Final price of a booking, with invoices, receipts and the outstanding deposit",
    params: { reference: referenceSchema },
    query: z.object({ key: linkKeySchema }),
    answer: bookingMoney,
    private: true,
    run: (ctx, path, call) =>
      asCustomer(ctx, call, path, (ctx, { id }) => getBookingMoney(ctx, call.get("config"), id)),
    refuses: ["not-found"],
  }),
]);
