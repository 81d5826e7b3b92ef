import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { customerName, email, openChoice, phone } from "../bookings/schema";

/** What the office may write about a customer: by the rules of the booking form, as it is filled in from here. */
export const customerSchema = z
  .object({ name: customerName, phone: openChoice(phone), email: openChoice(email) })
  .check(
    z.refine(({ phone, email }) => phone !== undefined || email !== undefined, {
      path: ["phone"],
      error: () => m.admin_customers_error_unreachable(),
    }),
  );
