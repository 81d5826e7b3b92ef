import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { localPath } from "~/platform/locale/locale";
import { isSignedKey, signedKey } from "~/platform/signed-key.server";
import { isOwn } from "./policy";
import "./table";

/** A booking as its link knows it. `linkNo`: how often the link was ended, as it had gone to a wrong address. */
interface KeyedBooking {
  id: string;
  linkNo: number;
}

function keyed({ id, linkNo }: KeyedBooking): string {
  return linkNo === 0 ? id : `${id}:${linkNo}`;
}

/** The link that is mailed to the customer: follow, change or cancel this one booking without an account. */
export function followUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  booking: KeyedBooking & { reference: string },
): string {
  const key = signedKey(config.secret, "booking", keyed(booking));
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
    .select(["id", "user_id", "link_no"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!booking) return ctx;
  const { id, link_no: linkNo } = booking;
  if (isSignedKey(config.secret, "booking", keyed({ id, linkNo }), key)) return asKeyHolder(ctx, id);
  const own = "userId" in actor && isOwn(actor, { userId: booking.user_id });
  return own ? { ...ctx, actor: { ...actor, role: "customer" } } : ctx;
}
