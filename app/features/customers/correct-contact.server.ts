import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { type Contact, lockCustomer } from "./recognise-customer.server";
import "./customer";
import "./table";

/**
 * Puts right what is known of a customer, in the caller's transaction, which a refusal gives up. A phone or an email that
 * another customer has is refused: whether they are one is decided where both are looked at.
 */
export async function correctContact(
  ctx: Ctx,
  customerId: string,
  correct: Partial<Contact>,
): Promise<{ ok: true } | Refusal<"alike" | "account-email">> {
  // Whoever books with this phone for the first time waits, and finds this customer.
  if (correct.phone) await lockCustomer(ctx, correct.phone);
  const { version, user_id, ...before } = await ctx.db
    .selectFrom("customers")
    .select(["version", "user_id", "name", "phone", "email"])
    .where("id", "=", customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after = { ...before, ...correct };
  // It is what they sign in with, and only they can prove another to be theirs.
  if (user_id && after.email !== before.email) return refuse("account-email");
  const alike = await ctx.db
    .selectFrom("customers")
    .select(["id", "name"])
    .where("merged_into", "is", null)
    .where("id", "!=", customerId)
    .where((eb) => eb.or([eb("phone", "=", correct.phone ?? null), eb("email", "=", correct.email ?? null)]))
    .execute();
  if (alike.length > 0) return refuse("alike", { alike });
  await ctx.db
    .updateTable("customers")
    .set({ ...after, version: version + 1 })
    .where("id", "=", customerId)
    .execute();
  await emit(ctx, "customer.edited", customerId, {}, { before, after });
  return { ok: true };
}
