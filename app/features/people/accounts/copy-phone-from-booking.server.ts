import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { createProfile } from "./save-profile.server";

/** Fills an empty profile phone from the latest booking. */
export async function copyPhoneFromBooking(ctx: Ctx, userId: string): Promise<void> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("contactPhone")
    .where("userId", "=", userId)
    .orderBy("requestedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!booking) return;
  await createProfile(ctx, userId, { phone: booking.contactPhone })
    .onConflict((conflict) =>
      conflict
        .column("userId")
        .doUpdateSet({ phone: booking.contactPhone })
        .where("profiles.phone", "is", null),
    )
    .execute();
}

/** For bookings made signed in; guest bookings join on confirmation of the email. */
export const rememberPhone: Reaction<"booking.requested"> = {
  name: "copy-phone-from-booking",
  appliesTo: ({ actorRole }) => actorRole !== "visitor",
  run: async function rememberPhone(ctx, { subjectId }) {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select("userId")
      .where("id", "=", subjectId)
      .executeTakeFirst();
    if (booking?.userId) await copyPhoneFromBooking(ctx, booking.userId);
  },
};
