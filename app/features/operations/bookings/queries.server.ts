import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { addMinutes } from "~/platform/time";
import { correctionsOf, loadArrival, loadTerms, viewOf } from "./booking-view.server";
import { followUrl, openAsCustomer } from "./link/booking-link.server";
import { actingRole } from "./policy";
import { type BookingRecord, ownerOf, readBooking } from "./read-booking.server";
import type { BookingView } from "./views";

type Links = Pick<Config, "publicUrl" | "secret">;

/**
 * Null if the booking must look nonexistent to the actor. `links`: adds the customer's own link if it could
 * not be emailed.
 */
export const findBooking = query(
  "website.open-link",
  async function findBooking(
    ctx,
    by: { id: string } | { reference: string },
    links: Links | null = null,
  ): Promise<BookingView | null> {
    const record = await readBooking(ctx, by);
    if (!record || !actingRole(ctx.actor, ownerOf(record), ctx.now)) return null;
    const [terms, corrections, arrival, emailed, moveEmailed] = await Promise.all([
      loadTerms(ctx),
      correctionsOf(ctx, record),
      loadArrival(ctx, record),
      isConfirmationEmailed(ctx, record.booking),
      isLastMoveEmailed(ctx, record.booking),
    ]);
    const view = viewOf(ctx, record, { ...terms, ...arrival }, corrections);
    const { id, reference, linkVersion: linkNo } = record.booking;
    return {
      ...view,
      emailed,
      moveEmailed,
      ownLink: links && emailed === false ? followUrl(links, { id, reference, linkNo }) : null,
    };
  },
);

/** A running worker queues an email within this time, in minutes. */
const EMAIL_AWAITED_MIN = 1;

async function isConfirmationEmailed(
  ctx: Ctx,
  { id, state, contactEmail, emailUndeliverable, requestedAt }: BookingRecord["booking"],
): Promise<boolean | null> {
  if (state !== "requested") return null;
  if (contactEmail === null || emailUndeliverable) return false;
  const mail = await ctx.db
    .selectFrom("mails")
    .innerJoin("trail", "trail.id", "mails.trailId")
    .select("mails.state")
    .where("trail.subjectId", "=", id)
    .where(isInMonthsSince("trail.id", requestedAt))
    // The email about a moved time has the link, too.
    .where("trail.type", "in", ["booking.requested", "booking.rescheduled"])
    .where("mails.recipient", "=", contactEmail)
    .orderBy((eb) => eb("mails.state", "=", "failed"))
    .executeTakeFirst();
  if (mail) return mail.state !== "failed";
  return ctx.now < addMinutes(requestedAt, EMAIL_AWAITED_MIN) ? null : false;
}

/** Null if undecided, or if the customer did not move the visit last. */
async function isLastMoveEmailed(
  ctx: Ctx,
  { id, state, contactEmail, requestedAt }: BookingRecord["booking"],
): Promise<boolean | null> {
  if (contactEmail === null || !["requested", "confirmed", "scheduled"].includes(state)) return null;
  const move = await ctx.db
    .selectFrom("trail")
    .leftJoin("mails", (join) =>
      join.onRef("mails.trailId", "=", "trail.id").on("mails.recipient", "=", contactEmail),
    )
    .select(["trail.at", "trail.actorRole", "mails.state"])
    .where("trail.subjectId", "=", id)
    .where(isInMonthsSince("trail.id", requestedAt))
    .where("trail.type", "=", "booking.rescheduled")
    .orderBy("trail.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!move || !["customer", "link-holder"].includes(move.actorRole)) return null;
  if (move.state) return move.state !== "failed";
  return ctx.now < addMinutes(move.at, EMAIL_AWAITED_MIN) ? null : false;
}

export interface BookingOfLink {
  booking: BookingView | null;
  /** The key was right, but the link has expired. */
  linkExpired: boolean;
}

export const findBookingOfLink = query(
  "website.open-link",
  async function findBookingOfLink(
    ctx,
    config: Links,
    { reference, key }: { reference: string; key: string },
  ): Promise<BookingOfLink> {
    const opened = await openAsCustomer(ctx, config, reference, key);
    if (opened.isExpired) return { booking: null, linkExpired: true };
    return { booking: await findBooking(opened.ctx, { reference }, config), linkExpired: false };
  },
);
