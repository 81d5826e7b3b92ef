import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { type CustomerContact, differenceOf } from "./customer";
import { findDuplicateCustomers } from "./duplicates.server";
import { lockCustomer } from "./lock-customer.server";
import { lockCustomerKey } from "./match-customer.server";

/**
 * Runs in the caller's transaction, which a refusal rolls back. `allowDuplicate` confirms that the user saw
 * the customers with the same phone or email. `version`: the record that the user saw, if any.
 */
export async function correctContact(
  ctx: Ctx,
  customerId: string,
  correct: Partial<CustomerContact>,
  { version, allowDuplicate = false }: { version?: number; allowDuplicate?: boolean } = {},
): Promise<{ ok: true } | Refusal<"not-found" | "merged" | "stale" | "account-email" | "duplicates">> {
  // A concurrent first booking with this phone waits, and then matches this customer.
  if (correct.phone) await lockCustomerKey(ctx, correct.phone);
  const locked = await lockCustomer(ctx, { id: customerId, version });
  if (!locked.ok) return locked;
  const { customer } = locked;
  const { name, phone, email } = customer;
  const after = { name, phone, email, ...correct };
  const changed = differenceOf(customer, after);
  // The account's email is its sign-in, which only its owner can change and confirm.
  if (customer.userId && changed.after.email !== undefined) return refuse("account-email");
  if (!allowDuplicate) {
    const duplicates = await findDuplicateCustomers(ctx, customerId, [changed.after]);
    if (duplicates.length > 0) return refuse("duplicates", { duplicates });
  }
  await ctx.db
    .updateTable("customers")
    .set({ ...after, version: customer.version + 1 })
    .where("id", "=", customerId)
    .execute();
  await emit(ctx, "customer.edited", customerId, {}, changed);
  return { ok: true };
}
