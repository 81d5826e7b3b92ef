import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { localPath } from "~/platform/locale/locale";
import { isSignedKey, signedKey } from "~/platform/signed-key.server";
import { isOwn } from "./policy";
import "./table";

/** The link that is mailed to the customer: follow, change or cancel this one booking without an account. */
export function followUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  booking: { id: string; reference: string },
): string {
  const key = signedKey(config.secret, "booking", booking.id);
  return `${config.publicUrl}${localPath(`/bookings/${booking.reference}`)}?key=${key}`;
}

/** The same context for the holder of a booking's key. */
export function asKeyHolder(ctx: Ctx, bookingId: string): Ctx {
  return { ...ctx, actor: { role: "link-holder", bookingId } };
}

/**
 * The context in which somebody deals with a booking as its customer: by the key, or because it is theirs, whatever they
 * are in the company, so that it is decided, told and kept as what it is. Anybody else's stays as it is.
 */
export async function openAsCustomer(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  reference: string,
  key: string,
): Promise<Ctx> {
  const { actor } = ctx;
  if (!key && !("userId" in actor)) return ctx;
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "user_id"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!booking) return ctx;
  if (isSignedKey(config.secret, "booking", booking.id, key)) return asKeyHolder(ctx, booking.id);
  const own = "userId" in actor && isOwn(actor, { userId: booking.user_id });
  return own ? { ...ctx, actor: { ...actor, role: "customer" } } : ctx;
}
