import * as z from "zod/mini";
import { addressSchema, customerName, email, messageText, phone } from "../../forms/schema";
import { type CorrectedField, correctedFields } from "../booking";
import { durationSchema, itemsSchema } from "../schema";

/** What the office can put right of a booking, by the rules of the form that it was asked for with. What is absent stays. */
export const correctionSchema = z.object({
  service: z.optional(z.string()),
  /** Of an emergency; null: nobody can tell. */
  trade: z.optional(z.nullable(z.string())),
  /** What is done instead. */
  items: z.optional(itemsSchema),
  /** Whether the uplift for a start outside opening hours is charged. */
  outOfHours: z.optional(z.boolean()),
  /** Whether the contract of its home pays what it covers. */
  contract: z.optional(z.boolean()),
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

/** What of a booking can be put right, as people know it. */
export interface CorrectedBooking {
  service: string;
  trade: string | null;
  /** What is done, a line each. */
  lines: string[];
  address: string;
  durationMin: number;
  name: string;
  phone: string;
  /** Null: they have none. */
  email: string | null;
  message: string;
  /** In fils, with VAT; null: nobody knows yet. */
  estimateFils: number | null;
}

/** What a customer was told. With another number of the link, the one that they have leads nowhere any more. */
export type KnownBooking = CorrectedBooking & { linkNo: number };

/** What is another than the customer knows it. */
export function correctedSince(known: KnownBooking, now: KnownBooking): CorrectedField[] {
  const differs: Record<CorrectedField, boolean> = {
    service: known.service !== now.service,
    trade: known.trade !== now.trade,
    lines: known.lines.join() !== now.lines.join(),
    address: known.address !== now.address,
    duration: known.durationMin !== now.durationMin,
    name: known.name !== now.name,
    phone: known.phone !== now.phone,
    email: known.email !== now.email || known.linkNo !== now.linkNo,
    message: known.message !== now.message,
  };
  return correctedFields.filter((field) => differs[field]);
}

/** Whether the customer is told of it: what they would miss or pay otherwise, and to whom the link goes from now on. */
export function shouldNotifyCustomer({
  fields,
  repriced,
}: {
  fields: readonly CorrectedField[];
  repriced: boolean;
}): boolean {
  return repriced || fields.some((field) => ["service", "address", "email"].includes(field));
}
