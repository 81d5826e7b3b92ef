import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { type Contact, lockCustomerKey, matchCustomer } from "./match-customer.server";
import { customerByName } from "./same-phone";

/** Customers with a phone, oldest first. */
export function customersWithPhone(ctx: Ctx, phone: string) {
  return ctx.db
    .selectFrom("customers")
    .select(["id", "name", "email"])
    .where("phone", "=", phone)
    .where("mergedInto", "is", null)
    .orderBy("createdAt")
    .orderBy("id");
}

/**
 * Matches a contact that the office enters for another person. Refuses if several customers have the phone and the name
 * decides nothing. `chosenId`: the office's choice among them.
 */
export async function matchCustomerForOffice(
  ctx: Ctx,
  contact: Contact,
  chosenId: string | undefined,
): Promise<{ ok: true; customerId: string } | Refusal<"customer-ambiguous">> {
  await lockCustomerKey(ctx, contact.phone);
  const candidates = await customersWithPhone(ctx, contact.phone).execute();
  if (candidates.length === 0) return { ok: true, customerId: await matchCustomer(ctx, contact) };
  const customer = chosenId
    ? candidates.find(({ id }) => id === chosenId)
    : customerByName(candidates, contact.name);
  return customer ? { ok: true, customerId: customer.id } : refuse("customer-ambiguous", { candidates });
}
