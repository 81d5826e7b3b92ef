import {
  expiringSignedKey,
  isSignedKey,
  signedKey,
  signedKeyExpiry,
} from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { localPath } from "~/platform/locale/locale";
import { addMinutes } from "~/platform/time";
import { getBookingTerms } from "../../business/queries.server";
import { type BookingState, terminalStates } from "../booking";
import { confirmContact } from "../commands/confirm-contact.server";
import { isOwn } from "../policy";
import "../table";

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

/**
 * The same as it is mailed: whoever opens it reads the mails of that address. `until`: when it ends, where that is not some time
 * after the booking does.
 */
export function emailedBookingUrl(config: Links, booking: Linked, until: Date | null = null): string {
  const id = keyed(booking);
  const key = until
    ? expiringSignedKey(config.secret, "renewed-booking", id, until)
    : signedKey(config.secret, "mailed-booking", id);
  return urlOf(config, booking, key);
}

function urlOf(config: Links, booking: Linked, key: string): string {
  return `${config.publicUrl}${localPath(`/bookings/${booking.reference}`)}?key=${key}`;
}

/** The same context for the holder of a booking's key. */
export function asLinkHolder(ctx: Ctx, bookingId: string): Ctx {
  return { ...ctx, actor: { role: "link-holder", bookingId } };
}

/** What a key is to a booking; one that is wrong was made for another, or by somebody else. */
function readKey(
  secret: string,
  booking: KeyedBooking,
  key: string | undefined,
): { mailed: boolean; until: Date | null } | null {
  if (!key) return null;
  const id = keyed(booking);
  const until = signedKeyExpiry(secret, "renewed-booking", id, key);
  if (until || isSignedKey(secret, "mailed-booking", id, key)) return { mailed: true, until };
  return isSignedKey(secret, "booking", id, key) ? { mailed: false, until: null } : null;
}

/** A link that is mailed when those of its booking have ended opens it for so long. */
const RENEWED_DAYS = 30;

/** When a link that is mailed now ends; null: some time after its booking does. */
export async function newLinkExpiry(ctx: Ctx, booking: Pick<Over, "id" | "state">): Promise<Date | null> {
  return (await haveLinksEnded(ctx, booking)) ? addMinutes(ctx.now, RENEWED_DAYS * 24 * 60) : null;
}

interface Over {
  id: string;
  state: BookingState;
}

/** The links of a booking end some days after it is over (docs/domain.md, "Bookings"). */
async function haveLinksEnded(ctx: Ctx, { id, state }: Over): Promise<boolean> {
  if (!terminalStates.includes(state)) return false;
  const [{ linkDays }, { at }] = await Promise.all([
    getBookingTerms(ctx),
    ctx.db
      .selectFrom("booking_moves")
      .select((eb) => eb.fn.max("at").as("at"))
      .where("booking_id", "=", id)
      .where("to_state", "=", state)
      .executeTakeFirstOrThrow(),
  ]);
  return at !== null && addMinutes(at, linkDays * 24 * 60) <= ctx.now;
}

export type OpenedBooking =
  /** As its customer, or as whoever they are, who may see it or not. */
  | { ended: false; ctx: Ctx }
  /** The link was right and has come to its end. */
  | { ended: true; bookingId: string };

/**
 * The context in which somebody deals with a booking as its customer: by the key that they name, because it is theirs, whatever
 * they are in the company, or by the key that their browser has kept; so that it is decided, told and kept as what it is. Anybody
 * else's stays as it is. By the mailed key the email is confirmed.
 */
export async function openAsCustomer(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  reference: string,
  key: string,
): Promise<OpenedBooking> {
  const { actor } = ctx;
  const kept = ctx.linkKeys?.get(reference);
  const asTheyAre = { ended: false, ctx } as const;
  if (!key && !kept && !("userId" in actor)) return asTheyAre;
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "state", "user_id", "link_no as linkNo", "contact_confirmed_at"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!booking) return asTheyAre;
  const isOwner = "userId" in actor && isOwn(actor, { userId: booking.user_id });
  const given = readKey(config.secret, booking, key);
  if (!given && isOwner) return { ended: false, ctx: { ...ctx, actor: { ...actor, role: "customer" } } };
  const read = given ?? readKey(config.secret, booking, kept);
  if (!read) return asTheyAre;
  const ended = read.until ? read.until <= ctx.now : await haveLinksEnded(ctx, booking);
  if (ended) return { ended, bookingId: booking.id };
  const holder = asLinkHolder(ctx, booking.id);
  if (read.mailed && !booking.contact_confirmed_at) await confirmContact(holder, booking.id);
  return { ended, ctx: holder };
}
