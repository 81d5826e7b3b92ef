import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { customersWithPhone } from "../../../core/customers/customer-candidates.server";
import { type CustomerCandidate, customerByName } from "../../../core/customers/same-phone";
import type { Address } from "../../../core/properties/schema";
import { matchProperty } from "../../../core/properties/write-properties.server";

/** Refuses if several customers have the phone of a caller and the name decides nothing. */
export async function requireClearCustomer(
  ctx: Ctx,
  { phone, name }: { phone: string; name: string },
): Promise<{ ok: true } | Refusal<"customer-ambiguous">> {
  const candidates = await listCandidates(ctx, phone);
  if (candidates.length > 0 && !customerByName(candidates, name))
    return refuse("customer-ambiguous", { candidates });
  return { ok: true };
}

export interface BookingContact {
  customerId: string;
  propertyId: string;
  /** Null for guests and phone bookings, which are matched by phone only. */
  userId: string | null;
  contactName: string;
  contactPhone: string;
  addressParts: Address;
}

/**
 * Customer who is billed for a booking, with the property of this customer at the booking's address.
 * `chosenId`: the office's choice among the customers with the booking's phone.
 */
export async function resolveCustomerOfBooking(
  ctx: Ctx,
  { customerId, propertyId, userId, contactName, contactPhone, addressParts }: BookingContact,
  chosenId?: string,
): Promise<{ ok: true; customerId: string; propertyId: string } | Refusal<"customer-ambiguous">> {
  const own = { ok: true, customerId, propertyId } as const;
  if (chosenId ? chosenId === customerId : userId !== null) return own;
  const candidates = await listCandidates(ctx, contactPhone);
  // The office chose a customer with another phone.
  const isMatchedByPhone = candidates.some(({ id }) => id === customerId);
  if (!chosenId && (!isMatchedByPhone || customerByName(candidates, contactName)?.id === customerId))
    return own;
  const chosen = candidates.find(({ id }) => id === chosenId);
  if (!chosen) return refuse("customer-ambiguous", { candidates });
  return { ok: true, customerId: chosen.id, propertyId: await matchProperty(ctx, chosen.id, addressParts) };
}

function listCandidates(ctx: Ctx, phone: string): Promise<CustomerCandidate[]> {
  return customersWithPhone(ctx, phone)
    .select(
      sql<string | null>`(SELECT to_char(max(requested_at) AT TIME ZONE 'Asia/Dubai', 'YYYY-MM-DD')
        FROM bookings WHERE bookings.customer_id = customers.id)`.as("lastBookedOn"),
    )
    .execute();
}
