import * as z from "zod/mini";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { isRefusal } from "~/platform/http/refusal";
import {
  listFormerTechniciansOfBooking,
  listFormerTechniciansOfCustomer,
  listMyFormerTechnicians,
} from "../former-technicians.server";
import { linkKeySchema, referenceSchema } from "../schema";
import { formerTechnicians } from "../views";
import { asCustomer } from "./as-customer.server";

/** Who came to a customer before, and can be asked for again. */
export const formerTechniciansApi = endpoints("booking", [
  get("/account/technicians", {
    may: "account.use",
    summary: "Who came to oneself and can be asked for again, the latest first",
    description: "At most five. `reference` is what `sameTechnicianAs` of /handle-booking takes.",
    answer: formerTechnicians,
    private: true,
    run: async (ctx) => ({ technicians: await listMyFormerTechnicians(ctx) }),
  }),

  get("/bookings/{reference}/technicians", {
    may: "website.open-link",
    summary: "Who finished a booking and can be asked for again, with its link or signed in as its customer",
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
    summary: "Who came to a customer and can be asked for again, the latest first",
    answer: formerTechnicians,
    run: async (ctx, { id }) => ({ technicians: await listFormerTechniciansOfCustomer(ctx, id) }),
  }),
]);
