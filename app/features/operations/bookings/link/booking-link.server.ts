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
import { getBookingTerms } from "../../../core/business/queries.server";
import { type BookingState, terminalStates } from "../booking";
import { isOwnBooking } from "../policy";

/** `linkNo`: how often the link was revoked because it had been sent to a wrong address. */
interface KeyedBooking {
  id: string;
  linkNo: number;
}

function signedSubject({ id, linkNo }: KeyedBooking): string {
  return linkNo === 0 ? id : `${id}:${linkNo}`;
}

type Links = Pick<Config, "publicUrl" | "secret">;
type LinkedBooking = KeyedBooking & { reference: string };

/** Works without an account. */
export function followUrl(config: Links, booking: LinkedBooking): string {
  return linkUrl(config, booking, signedKey(config.secret, "booking", signedSubject(booking)));
}

/** The holder may confirm the address. `until`: own expiry; null for the expiry of the booking. */
export function emailedBookingUrl(config: Links, booking: LinkedBooking, until: Date | null = null): string {
  const id = signedSubject(booking);
  const key = until
    ? expiringSignedKey(config.secret, "renewed-booking", id, until)
    : signedKey(config.secret, "mailed-booking", id);
  return linkUrl(config, booking, key);
}

function linkUrl(config: Links, booking: LinkedBooking, key: string): string {
  return `${config.publicUrl}${localPath(`/bookings/${booking.reference}`)}?key=${key}`;
}

export function asLinkHolder(ctx: Ctx, bookingId: string, isEmailed = false): Ctx {
  return { ...ctx, actor: { role: "link-holder", bookingId, isEmailed } };
}

function readKey(
  secret: string,
  booking: KeyedBooking,
  key: string | undefined,
): { mailed: boolean; until: Date | null } | null {
  if (!key) return null;
  const id = signedSubject(booking);
  const until = signedKeyExpiry(secret, "renewed-booking", id, key);
  if (until || isSignedKey(secret, "mailed-booking", id, key)) return { mailed: true, until };
  return isSignedKey(secret, "booking", id, key) ? { mailed: false, until: null } : null;
}

/** Lifetime of a renewed link in days. */
const RENEWED_DAYS = 30;

export async function newLinkExpiry(
  ctx: Ctx,
  booking: Pick<BookingWithState, "id" | "state">,
): Promise<Date | null> {
  return (await haveLinksExpired(ctx, booking)) ? addMinutes(ctx.now, RENEWED_DAYS * 24 * 60) : null;
}

interface BookingWithState {
  id: string;
  state: BookingState;
}

/** Links of terminal bookings expire (docs/domain.md, "Bookings"). */
async function haveLinksExpired(ctx: Ctx, { id, state }: BookingWithState): Promise<boolean> {
  if (!terminalStates.includes(state)) return false;
  const [{ linkDays }, { at }] = await Promise.all([
    getBookingTerms(ctx),
    ctx.db
      .selectFrom("timelineEntries")
      .select((eb) => eb.fn.max("at").as("at"))
      .where("bookingId", "=", id)
      .where("toState", "=", state)
      .executeTakeFirstOrThrow(),
  ]);
  return at !== null && addMinutes(at, linkDays * 24 * 60) <= ctx.now;
}

export type OpenedBooking =
  /** The context may still lack access to the booking. */
  | { isExpired: false; ctx: Ctx }
  /** The key was right, but the link has expired. */
  | { isExpired: true; bookingId: string };

/**
 * Acts as the customer by the given key, by ownership, or by the key in the cookie; other callers keep their
 * context. Staff act as customers of their own bookings, so that rules and timeline treat them as such.
 */
export async function openAsCustomer(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  reference: string,
  key: string,
): Promise<OpenedBooking> {
  const { actor } = ctx;
  const cookieKey = ctx.linkKeys?.get(reference);
  const unchanged = { isExpired: false, ctx } as const;
  if (!key && !cookieKey && !("userId" in actor)) return unchanged;
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "state", "userId", "linkVersion as linkNo"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!booking) return unchanged;
  const isOwner = "userId" in actor && isOwnBooking(actor, { userId: booking.userId });
  const keyFromUrl = readKey(config.secret, booking, key);
  if (!keyFromUrl && isOwner)
    return { isExpired: false, ctx: { ...ctx, actor: { ...actor, role: "customer" } } };
  const read = keyFromUrl ?? readKey(config.secret, booking, cookieKey);
  if (!read) return unchanged;
  const isExpired = read.until ? read.until <= ctx.now : await haveLinksExpired(ctx, booking);
  if (isExpired) return { isExpired, bookingId: booking.id };
  return { isExpired, ctx: asLinkHolder(ctx, booking.id, read.mailed) };
}
