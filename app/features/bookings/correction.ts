import * as z from "zod/mini";
import { addressSchema, customerName, durationSchema, email, messageText, phone } from "./schema";

/** What the office can put right of a booking, by the rules of the form that it was asked for with. What is absent stays. */
export const correctionSchema = z.object({
  service: z.optional(z.string()),
  /** Of an emergency; null: nobody can tell. */
  trade: z.optional(z.nullable(z.string())),
  addressParts: z.optional(addressSchema),
  /** In minutes. */
  durationMin: z.optional(durationSchema),
  customerName: z.optional(customerName),
  phone: z.optional(phone),
  /** Null: they have none. */
  email: z.optional(z.nullable(email)),
  // Without the default of the form: a message that is not given stays.
  message: z.optional(messageText),
});

export type Correction = z.output<typeof correctionSchema>;
