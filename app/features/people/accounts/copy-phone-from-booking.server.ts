import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";

/** Fills an empty profile phone from the latest booking. */
export async function copyPhoneFromBooking(ctx: Ctx, userId: string): Promise<void> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("contact_phone")
    .where("user_id", "=", userId)
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!booking) return;
  await ctx.db
    .insertInto("profiles")
    .values({ user_id: userId, phone: booking.contact_phone })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ phone: booking.contact_phone })
        .where("profiles.phone", "is", null),
    )
    .execute();
}

/** For bookings made signed in; guest bookings join on confirmation of the email. */
export const rememberPhone: Reaction<"booking.requested"> = {
  name: "copy-phone-from-booking",
  appliesTo: ({ actorRole }) => actorRole !== "visitor",
  async run(ctx, { subjectId }) {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select("user_id")
      .where("id", "=", subjectId)
      .executeTakeFirst();
    if (booking?.user_id) await copyPhoneFromBooking(ctx, booking.user_id);
  },
};
