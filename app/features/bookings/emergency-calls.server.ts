import type { Ctx } from "~/platform/context";
import { isOneself } from "../scheduling/oneself.server";
import { isOnCallAt } from "../scheduling/roster.server";
import "../scheduling/table";
import "./table";

/**
 * Asks everybody who is on call now and trained for an emergency's trade (docs/domain.md, "Emergencies"), but for who was
 * asked before; without a trade, everybody on call.
 */
export async function askOnCall(
  ctx: Ctx,
  { bookingId, tradeId }: { bookingId: string; tradeId: string | null },
): Promise<void> {
  await ctx.db
    .insertInto("emergency_calls")
    .columns(["booking_id", "technician_id", "asked_at"])
    .expression((eb) =>
      eb
        .selectFrom("technicians")
        .select((eb) => [
          eb.val(bookingId).$castTo<string>().as("booking_id"),
          "technicians.id",
          eb.val(ctx.now).as("asked_at"),
        ])
        .where("technicians.active", "=", true)
        .where(isOnCallAt(ctx.now))
        .$if(tradeId !== null, (people) =>
          people.where((eb) =>
            eb.exists(
              eb
                .selectFrom("technician_skills")
                .select("service_id")
                .whereRef("technician_skills.technician_id", "=", "technicians.id")
                .where("technician_skills.service_id", "=", tradeId!),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The technician who is signed in, where he was asked to go to this emergency; null: it is none of his business. */
export async function findAsked(
  ctx: Ctx,
  bookingId: string,
): Promise<{ technicianId: string; passedOn: boolean } | null> {
  const row = await ctx.db
    .selectFrom("emergency_calls")
    .innerJoin("technicians", "technicians.id", "emergency_calls.technician_id")
    .select(["technicians.id", "passed_on_at"])
    .where("booking_id", "=", bookingId)
    .where(isOneself(ctx))
    .executeTakeFirst();
  return row ? { technicianId: row.id, passedOn: row.passed_on_at !== null } : null;
}

/** The visit of an emergency that somebody is sent to; null where nobody is. */
export async function findSent(ctx: Ctx, bookingId: string) {
  const row = await ctx.db
    .selectFrom("visits")
    .innerJoin("technicians", "technicians.id", "visits.technician_id")
    .select(["visits.id", "technicians.id as technician_id", "technicians.name"])
    .where("booking_id", "=", bookingId)
    .where("visits.live", "=", true)
    .orderBy("visits.starts_at", "desc")
    .executeTakeFirst();
  return row ? { visitId: row.id, technicianId: row.technician_id, name: row.name } : null;
}
