import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { type Account, findPerson, type PersonalData } from "~/platform/personal-data.server";
import { takeOverCustomer } from "../customers/commands.server";

/**
 * Makes what was asked for with this email, without an account, the person's own: in the transaction that confirms the
 * email, and never for one that is not confirmed. Returns how many bookings there were.
 */
export function joinGuestRecords(
  ctx: Ctx,
  slices: readonly PersonalData[],
  account: Account,
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const joined: Record<string, number> = {};
    for (const slice of slices) Object.assign(joined, await slice.join?.(ctx, account));
    if (Object.values(joined).some((count) => count > 0)) {
      await takeOverCustomer(ctx, await findPerson(ctx, slices, account));
    }
    return joined.bookings ?? 0;
  });
}
