import { userIdOf } from "~/platform/actor";
import type { Ctx } from "~/platform/context";
import { findBooking } from "../bookings/queries.server";
import { getProfile, listDevices, listProperties } from "./queries.server";
import "~/platform/mail.server";
import "../aftercare/table";
import "../contact/table";
import "../contracts/table";

export type PersonalData = Awaited<ReturnType<typeof collectPersonalData>>;

/** All that the product knows of the signed-in person. */
export async function collectPersonalData(ctx: Ctx) {
  const userId = userIdOf(ctx.actor);
  const profile = await getProfile(ctx);
  const references = await ctx.db
    .selectFrom("bookings")
    .select(["reference", "contact_name", "contact_email", "contact_phone"])
    .where("user_id", "=", userId)
    .orderBy("requested_at")
    .execute();
  const bookings = [];
  for (const { reference, contact_name, contact_email, contact_phone } of references) {
    const booking = await findBooking(ctx, { reference });
    if (booking) {
      bookings.push({
        ...booking,
        contact: { name: contact_name, email: contact_email, phone: contact_phone },
      });
    }
  }
  const [reviews, revisits, contracts, messages, mails] = await Promise.all([
    ctx.db
      .selectFrom("reviews")
      .innerJoin("bookings", "bookings.id", "reviews.booking_id")
      .select(["bookings.reference", "rating", "words", "created_at as at", "published_at as publishedAt"])
      .where("bookings.user_id", "=", userId)
      .execute(),
    ctx.db
      .selectFrom("revisit_requests")
      .innerJoin("bookings", "bookings.id", "revisit_requests.booking_id")
      .select(["bookings.reference", "words", "created_at as at"])
      .where("bookings.user_id", "=", userId)
      .execute(),
    ctx.db
      .selectFrom("contracts")
      .select(["package_id as package", "state", "address", "contracts.message", "requested_at as at"])
      .where("user_id", "=", userId)
      .execute(),
    ctx.db
      .selectFrom("contact_messages")
      .select(["name", "email", "phone", "contact_messages.message", "sent_at as at"])
      .where((eb) => eb.or([eb("user_id", "=", userId), eb("email", "=", profile.email)]))
      .execute(),
    ctx.db
      .selectFrom("mails")
      .select(["subject", "state", "created_at as at"])
      .where("recipient", "=", profile.email)
      .orderBy("created_at")
      .execute(),
  ]);
  return {
    exportedAt: ctx.now.toISOString(),
    profile,
    devices: await listDevices(ctx),
    properties: await listProperties(ctx),
    bookings,
    reviews,
    revisits,
    contracts,
    messages,
    mails,
  };
}
