import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { type CustomerContact, differenceOf } from "./customer";
import { listHolders } from "./holders.server";
import { lockCustomer } from "./match-customer.server";
import "./table";

/**
 * Puts right what is known of a customer, in the caller's transaction, which a refusal gives up. A phone or an email that
 * another customer has is refused with those customers, whether they are one is decided where both are looked at;
 * `evenIfAlike`: they were seen. `version`: the record as it was seen, where it was.
 */
export async function correctContact(
  ctx: Ctx,
  customerId: string,
  correct: Partial<CustomerContact>,
  { version, evenIfAlike = false }: { version?: number; evenIfAlike?: boolean } = {},
): Promise<{ ok: true } | Refusal<"not-found" | "merged" | "stale" | "account-email" | "alike">> {
  // Whoever books with this phone for the first time waits, and finds this customer.
  if (correct.phone) await lockCustomer(ctx, correct.phone);
  const customer = await ctx.db
    .selectFrom("customers")
    .select(["version", "name", "phone", "email", "user_id", "merged_into"])
    .where("id", "=", customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!customer) return refuse("not-found");
  if (customer.merged_into) return refuse("merged");
  if (version !== undefined && customer.version !== version) return refuse("stale");
  const { name, phone, email } = customer;
  const after = { name, phone, email, ...correct };
  const changed = differenceOf(customer, after);
  // It is what they sign in with, and only they can prove another to be theirs.
  if (customer.user_id && changed.after.email !== undefined) return refuse("account-email");
  if (!evenIfAlike) {
    const alike = await listHolders(ctx, customerId, [changed.after]);
    if (alike.length > 0) return refuse("alike", { alike });
  }
  await ctx.db
    .updateTable("customers")
    .set({ ...after, version: customer.version + 1 })
    .where("id", "=", customerId)
    .execute();
  await emit(ctx, "customer.edited", customerId, {}, changed);
  return { ok: true };
}
