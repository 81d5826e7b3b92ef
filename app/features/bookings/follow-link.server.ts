import { isSignedKey, signedKey } from "~/platform/auth/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { localPath } from "~/platform/locale/locale";
import { confirmContact } from "./commands/confirm-contact.server";
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

type Links = Pick<Config, "publicUrl" | "secret">;
type Linked = KeyedBooking & { reference: string };

/** The link that whoever books is answered with: follow, change or cancel this one booking without an account. */
export function followUrl(config: Links, booking: Linked): string {
  return urlOf(config, booking, signedKey(config.secret, "booking", keyed(booking)));
}

/** The same as it is mailed: whoever opens it reads the mails of that address. */
export function mailedUrl(config: Links, booking: Linked): string {
  return urlOf(config, booking, signedKey(config.secret, "mailed-booking", keyed(booking)));
}

function urlOf(config: Links, booking: Linked, key: string): string {
  return `${config.publicUrl}${localPath(`/bookings/${booking.reference}`)}?key=${key}`;
}

/** The same context for the holder of a booking's key. */
export function asKeyHolder(ctx: Ctx, bookingId: string): Ctx {
  return { ...ctx, actor: { role: "link-holder", bookingId } };
}

/**
 * The context in which somebody deals with a booking as its customer: by the key, or because it is theirs, whatever they
 * are in the company, so that it is decided, told and kept as what it is. Anybody else's stays as it is. By the mailed key the
 * email is confirmed.
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
    .select(["id", "user_id", "link_no", "contact_confirmed_at"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!booking) return ctx;
  const { id, link_no: linkNo } = booking;
  const isKeyOf = (purpose: "booking" | "mailed-booking") =>
    isSignedKey(config.secret, purpose, keyed({ id, linkNo }), key);
  if (isKeyOf("mailed-booking")) {
    const holder = asKeyHolder(ctx, id);
    if (!booking.contact_confirmed_at) await confirmContact(holder, id);
    return holder;
  }
  if (isKeyOf("booking")) return asKeyHolder(ctx, id);
  const own = "userId" in actor && isOwn(actor, { userId: booking.user_id });
  return own ? { ...ctx, actor: { ...actor, role: "customer" } } : ctx;
}
