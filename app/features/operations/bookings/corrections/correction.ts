import * as z from "zod/mini";
import { customerName, email, messageText, phone } from "../../../core/forms/schema";
import { addressSchema } from "../../../core/properties/schema";
import { type CorrectedField, correctedFields } from "../booking";
import { itemsSchema, workDurationSchema } from "../schema";

/** Body of a correction, by the rules of the booking form. Absent fields stay. */
export const correctionSchema = z.object({
  service: z.optional(z.string()),
  /** Emergencies only; null if unknown. */
  trade: z.optional(z.nullable(z.string())),
  items: z.optional(itemsSchema),
  outOfHours: z.optional(z.boolean()),
  contract: z.optional(z.boolean()),
  addressParts: z.optional(addressSchema),
  /** In minutes. */
  durationMin: z.optional(workDurationSchema),
  customerName: z.optional(customerName),
  phone: z.optional(phone),
  /** Null if the customer has no email. */
  email: z.optional(z.nullable(email)),
  // Without the form's default, so that an absent message stays.
  message: z.optional(messageText),
});
export type Correction = z.output<typeof correctionSchema>;

export interface CorrectedBooking {
  service: string;
  trade: string | null;
  lines: string[];
  address: string;
  durationMin: number;
  name: string;
  phone: string;
  email: string | null;
  message: string;
  /** Fils including VAT; null if by survey. */
  estimateFils: number | null;
}

/** State that the customer was last notified of. A changed `linkNo` means that their link was revoked. */
export type KnownBooking = CorrectedBooking & { linkNo: number };

export function correctedSince(known: KnownBooking, now: KnownBooking): CorrectedField[] {
  const differs: Record<CorrectedField, boolean> = {
    service: known.service !== now.service,
    trade: known.trade !== now.trade,
    lines: known.lines.join() !== now.lines.join(),
    address: known.address !== now.address,
    duration: known.durationMin !== now.durationMin,
    name: known.name !== now.name,
    phone: known.phone !== now.phone,
    // A link is also revoked if the address was corrected and restored.
    email: known.email !== now.email || (known.linkNo !== now.linkNo && known.phone === now.phone),
    message: known.message !== now.message,
  };
  return correctedFields.filter((field) => differs[field]);
}

/** Customers are notified of changes that cost them, move the place or service, or move the link. */
export function shouldNotifyCustomer({
  fields,
  repriced,
  hasNewLink = false,
}: {
  fields: readonly CorrectedField[];
  repriced: boolean;
  hasNewLink?: boolean;
}): boolean {
  return repriced || hasNewLink || fields.some((field) => ["service", "address", "email"].includes(field));
}
