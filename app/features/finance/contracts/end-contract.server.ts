import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { inRows } from "~/platform/lists/in-rows.server";
import { addDays, dubaiDate, dubaiTime } from "~/platform/time";
import { canTransition } from "../../core/packages/contract";
import { terminalStates, validateTransition } from "../../operations/bookings/booking";
import { transitionBooking } from "../../operations/bookings/commands/transition-booking.server";
import type { LockedContract } from "./lock-contract.server";

/** Days before the end on which the customer is reminded. */
const REMIND_DAYS = [30, 7] as const;
const AT_ONCE = 100;

/**
 * Cancels a locked contract in the caller's transaction. Today is its last day, and visits that have not
 * started are cancelled. The caller credits the unused price.
 */
export async function endContract(
  ctx: Ctx,
  contract: LockedContract,
  { reason, unusedFils }: { reason: string; unusedFils: number },
): Promise<{ ok: true } | Refusal<"wrong-state">> {
  if (!canTransition("cancel", contract.state)) return refuse("wrong-state");
  const today = dubaiDate(ctx.now);
  await ctx.db
    .updateTable("contracts")
    .set({ state: "cancelled", endedOn: today, version: sql`version + 1` })
    .where("id", "=", contract.id)
    .execute();
  const ahead = await ctx.db
    .selectFrom("entitlementUses")
    .innerJoin("bookings", "bookings.id", "entitlementUses.bookingId")
    .select(["bookings.id", "bookings.state", "bookings.version"])
    .where("contractId", "=", contract.id)
    .where("isPlannedVisit", "=", true)
    .where("bookings.state", "not in", terminalStates)
    .orderBy("bookings.id")
    .execute();
  for (const { id, state, version } of ahead) {
    if (!validateTransition({ transition: "cancel", state, by: "office", now: ctx.now }).ok) continue;
    const moved = await transitionBooking(
      ctx,
      { bookingId: id, transition: "cancel", version, reason },
      "office",
    );
    if (!moved.ok) return refuse("wrong-state");
  }
  await emit(
    ctx,
    "contract.cancelled",
    contract.id,
    { unusedFils },
    { reason, before: { state: contract.state }, after: { state: "cancelled" } },
  );
  return { ok: true };
}

/** Expires contracts whose last day has passed. */
export async function expireContracts(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const over = await ctx.db
      .updateTable("contracts")
      .set((eb) => ({ state: "expired", version: eb("version", "+", 1) }))
      .where((eb) =>
        inRows(
          "id",
          eb
            .selectFrom("contracts")
            .select("id")
            .where("state", "=", "active")
            .where("endsOn", "<", dubaiDate(ctx.now))
            .orderBy("endsOn")
            .limit(AT_ONCE)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .returning("id")
      .execute();
    for (const { id } of over) await emit(ctx, "contract.expired", id, {});
  });
}

/** Reminds customers 30 and 7 days before the end, once each, unless the contract is renewed. */
export async function remindOfEndingContracts(ctx: Ctx): Promise<void> {
  if (dubaiTime(ctx.now) < "09:00" || dubaiTime(ctx.now) >= "19:00") return;
  const today = dubaiDate(ctx.now);
  for (const days of REMIND_DAYS) {
    await inTransaction(ctx, async (ctx) => {
      const ending = await ctx.db
        .updateTable("contracts")
        .set({ lastReminderDays: days })
        .where((eb) =>
          inRows(
            "id",
            eb
              .selectFrom("contracts")
              .select("id")
              .where("state", "=", "active")
              .where("endsOn", ">=", today)
              .where("endsOn", "<=", addDays(today, days))
              // A late run sends only the most recent reminder.
              .where("endsOn", ">", addDays(today, nextAfter(days)))
              .where((eb) => eb.or([eb("lastReminderDays", "is", null), eb("lastReminderDays", ">", days)]))
              .where(({ not, exists, selectFrom }) =>
                not(
                  exists(
                    selectFrom("contracts as next")
                      .select("next.id")
                      .whereRef("next.renewsContractId", "=", "contracts.id")
                      .where("next.state", "<>", "cancelled"),
                  ),
                ),
              )
              .limit(AT_ONCE)
              .forUpdate()
              .skipLocked(),
          ),
        )
        .returning("id")
        .execute();
      for (const { id } of ending) await emit(ctx, "contract.expiring", id, { days });
    });
  }
}

function nextAfter(days: number): number {
  return REMIND_DAYS.find((one) => one < days) ?? -1;
}
