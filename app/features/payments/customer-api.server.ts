import * as z from "zod/mini";
import { respondWithFile } from "~/platform/files/files-api.server";
import { bytes, endpoints, get } from "~/platform/http/endpoint.server";
import { asCustomer } from "../bookings/api/as-customer.server";
import { linkKeySchema, referenceSchema } from "../bookings/schema";
import { listOwnReceipts, moneyOfBooking } from "./own-money.server";
import { openReceipt } from "./receipt.server";
import { bookingMoney, ownReceipt } from "./views";

/** Payments as customers see them, by link key or session. */
export const ownMoneyApi = endpoints("payment", [
  get("/receipts/{reference}", {
    may: "website.open-link",
    summary: "The receipt of a payment or a refund, with the key of its link or signed in as its customer",
    params: { reference: z.string().check(z.regex(/^R[CF]-\d{4}-\d{6,12}$/)) },
    query: z.object({ key: z._default(z.string().check(z.maxLength(200)), "") }),
    answer: bytes("application/pdf", "PDF/A-3, which never changes"),
    run: async (ctx, address, call) =>
      respondWithFile(call, await openReceipt(ctx, call.get("config"), call.get("files"), address)),
  }),

  get("/account/receipts", {
    may: "account.use",
    summary: "The receipts of whoever is signed in, of payments and refunds, the latest first",
    answer: z.object({ receipts: z.array(ownReceipt) }),
    private: true,
    run: async (ctx, _, call) => ({ receipts: await listOwnReceipts(ctx, call.get("config")) }),
  }),

  get("/bookings/{reference}/money", {
    may: "website.open-link",
    summary: "What a booking came to, with its invoices and receipts and the deposit that is waited for",
    params: { reference: referenceSchema },
    query: z.object({ key: linkKeySchema }),
    answer: bookingMoney,
    private: true,
    run: (ctx, path, call) =>
      asCustomer(ctx, call, path, (ctx, { id }) => moneyOfBooking(ctx, call.get("config"), id)),
    refuses: ["not-found"],
  }),
]);
