import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { isSignedKey, signedKey } from "~/platform/signed-key.server";
import "./table";

/** The link that is mailed to the customer: follow, change or cancel this one booking without an account. */
export function followUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  booking: { id: string; reference: string },
): string {
  const key = signedKey(config.secret, "booking", booking.id);
  return `${config.publicUrl}/bookings/${booking.reference}?key=${key}`;
}

/** The same context for the holder of a booking's key. */
export function asKeyHolder(ctx: Ctx, bookingId: string): Ctx {
  return { ...ctx, actor: { role: "visitor", holdsKeyTo: bookingId } };
}

/** The context in which a key opens a booking; a wrong or missing key changes nothing. */
export async function openWithKey(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  reference: string,
  key: string,
): Promise<Ctx> {
  if (!key) return ctx;
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!booking || !isSignedKey(config.secret, "booking", booking.id, key)) return ctx;
  return asKeyHolder(ctx, booking.id);
}
