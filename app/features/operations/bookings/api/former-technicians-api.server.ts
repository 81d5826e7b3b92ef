import * as z from "zod/mini";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { isRefusal } from "~/platform/http/refusal";
import {
  listFormerTechniciansOfBooking,
  listFormerTechniciansOfCustomer,
  listMyFormerTechnicians,
} from "../former-technicians.server";
import { formerTechnicians } from "../request/views";
import { linkKeySchema, referenceSchema } from "../schema";
import { asCustomer } from "./as-customer.server";

export const formerTechniciansApi = endpoints("booking", [
  get("/account/technicians", {
    may: "account.use",
    summary: "Former technicians of the signed-in customer, latest first",
    description: "At most five. Use `reference` as `sameTechnicianAs` of /handle-booking.",
    answer: formerTechnicians,
    private: true,
    run: async (ctx) => ({ technicians: await listMyFormerTechnicians(ctx) }),
  }),

  get("/bookings/{reference}/technicians", {
    may: "website.open-link",
    summary: "Technicians who finished a booking, with its link or signed in as its customer",
    params: { reference: referenceSchema },
    query: z.object({ key: linkKeySchema }),
    answer: formerTechnicians,
    private: true,
    async run(ctx, path, call) {
      const found = await asCustomer(ctx, call, path, (ctx, { id }) =>
        listFormerTechniciansOfBooking(ctx, id),
      );
      return isRefusal(found) ? null : found;
    },
  }),

  get("/admin/customers/{id}/technicians", {
    may: "bookings.manage",
    summary: "Former technicians of a customer, latest first",
    answer: formerTechnicians,
    run: async (ctx, { id }) => ({ technicians: await listFormerTechniciansOfCustomer(ctx, id) }),
  }),
]);
