import { randomUUID } from "node:crypto";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { DEFAULT_LOCALE, type Locale } from "~/platform/locale/locale";
import { takeBookingNumbers } from "~/platform/numbers.server";
import { dubaiDate } from "~/platform/time";
import { getBookingTerms } from "../../business/queries.server";
import { findService } from "../../catalogue/queries.server";
import { matchCustomer, matchProperty } from "../../customers/match-customer.server";
import { findCustomer } from "../../customers/queries.server";
import { flattenAddress } from "../../forms/schema";
import { coverPrice } from "../../packages/entitlements/cover";
import { keepUses, lockCover } from "../../packages/entitlements/cover.server";
import { getOpening } from "../../scheduling/queries.server";
import { jobForPrice, overriddenMinutes, priceItems, requiredSkillsFor } from "../lines/booking-lines";
import { addLines } from "../lines/lines.server";
import { readMenu } from "../lines/menu.server";
import { linkWarrantyVisit } from "../link/link-warranty-visit.server";
import { attachPhotos } from "../photos.server";
import { isOffice } from "../policy";
import { contactDeadline } from "../response-targets/contact-deadline";
import { recordTimelineEntry } from "../timeline.server";
import { holdSlotOrOfferAlternatives, type UnconfirmedGuest } from "../visits/hold-slot.server";
import type { OfficeRequestForm } from "./office-request-form";
import "../table";

/** What only the office can say of a booking that it takes on a caller's behalf. */
export interface OnBehalf {
  /** The customer that was looked up, rather than the one matched by the phone. */
  customerId?: string;
  /** The finished booking, as last seen, whose work is put right under the warranty. */
  warrantyOf?: { id: string; version: number };
  /**
   * What the customer agreed to before, an offer or a contract: the work is confirmed at once, at that price, and whoever agreed was told.
   * `scheduled`: whoever is free at its time is sent, as nobody looks at it before.
   */
  agreed?: { totalFils: number; language: Locale; scheduled?: true };
  /**
   * It is one more visit of a series, in this language, and takes as many people: its customer was told of all of them when the series began.
   */
  repeated?: { language: Locale; crewSize: number };
}

type Refused = Refusal<"unknown-service" | "unknown-trade" | "unknown-item" | "slot-taken" | "unknown-photo">;
/** Of the booking whose work is put right. */
type RevisitRefused = Refusal<"not-found" | "stale" | "not-completed">;
/** `askedFor`: the technician whom the customer would have again, who came to them. */
type Form = OfficeRequestForm & { preferredTechnicianId?: string | null };
type Made = { ok: true; bookingId: string; reference: string };

/**
 * Makes a booking, in the caller's transaction, which a refusal gives up. With a date and a time the slot is held; the
 * price of each line comes from the price book, never from the form. `onBehalf`: the office takes it down for somebody else; null: it is
 * asked for on the website, with the promise to be in touch. `guest`: nobody knows whether the email is theirs.
 */
export async function makeBooking(
  ctx: Ctx,
  form: Form,
  onBehalf: OnBehalf,
  guest: null,
): Promise<Made | Refused | RevisitRefused>;
export async function makeBooking(
  ctx: Ctx,
  form: Form,
  onBehalf: null,
  guest: UnconfirmedGuest | null,
): Promise<Made | Refused | Refusal<"captcha-required">>;
export async function makeBooking(
  ctx: Ctx,
  form: Form,
  onBehalf: OnBehalf | null,
  guest: UnconfirmedGuest | null,
): Promise<Made | Refused | RevisitRefused | Refusal<"captcha-required">> {
  const { warrantyOf, agreed, repeated, customerId: lookedUp } = onBehalf ?? {};
  const service = await findService(ctx, form.service);
  if (!service) return refuse("unknown-service");
  // Whoever chose a trade and then another service meant the service.
  const asked = service.emergency ? form.trade : undefined;
  const trade = asked ? await findService(ctx, asked) : null;
  if (asked && (!trade || trade.emergency)) return refuse("unknown-trade");
  const price = priceItems(await readMenu(ctx), {
    service,
    tradeId: trade?.id ?? null,
    items: form.items,
    day: form.preferredDate,
    time: form.preferredTime,
  });
  if (!price) return refuse("unknown-item");
  const job = agreed ? service : jobForPrice(service, price);

  const bookingId = randomUUID();
  // In an emergency whoever is there first comes.
  const preferredTechnicianId = service.emergency ? null : (form.preferredTechnicianId ?? null);
  const wantsSlot = !service.emergency && form.preferredDate && form.preferredTime;
  const isScheduled = Boolean(wantsSlot && agreed?.scheduled);
  const contact = { name: form.customerName, email: form.email ?? null, phone: form.phone };
  const known = lookedUp ? await findCustomer(ctx, lookedUp) : null;
  const customerId = known?.id ?? (await matchCustomer(ctx, contact));
  const propertyId = await matchProperty(ctx, customerId, form.addressParts);
  // Whoever types somebody's phone and address has nothing of their contract.
  const isKnown = onBehalf !== null || isOffice(ctx.actor) || userIdOf(ctx.actor) !== null;
  const cover =
    isKnown && !warrantyOf && !agreed
      ? await lockCover(ctx, { propertyId, day: form.preferredDate ?? dubaiDate(ctx.now) })
      : null;
  const covered = cover && coverPrice(price, cover);
  const [number] = await takeBookingNumbers(ctx, 1);
  const reference = number!;
  await ctx.db
    .insertInto("bookings")
    .values({
      id: bookingId,
      reference,
      state: isScheduled ? "scheduled" : agreed ? "confirmed" : "requested",
      version: isScheduled ? 3 : agreed ? 2 : 1,
      service_id: service.id,
      emergency: service.emergency,
      trade_id: trade?.id ?? null,
      customer_id: customerId,
      property_id: propertyId,
      user_id: onBehalf || isOffice(ctx.actor) ? (known?.userId ?? null) : userIdOf(ctx.actor),
      contact_name: form.customerName,
      contact_email: contact.email,
      contact_phone: form.phone,
      address: flattenAddress(form.addressParts),
      address_parts: JSON.stringify(form.addressParts),
      area: form.addressParts.area,
      message: form.message,
      // The office types what it was told on the phone: its own language is not the customer's.
      language: (agreed ?? repeated)?.language ?? (isOffice(ctx.actor) ? DEFAULT_LOCALE : ctx.locale),
      preferred_date: form.preferredDate ?? null,
      preferred_time: form.preferredTime ?? null,
      asked_for: preferredTechnicianId,
      // What is put right under the warranty costs nothing.
      estimate_fils: warrantyOf ? 0 : (agreed?.totalFils ?? (covered ?? price).totalFils),
      duration_min: overriddenMinutes(job.durationMin, service.durationMin),
      buffer_min: overriddenMinutes(job.bufferMin, service.bufferMin),
      ...(repeated ? { hands: repeated.crewSize } : {}),
      revisit_of: warrantyOf?.id ?? null,
      requested_at: ctx.now,
      // Whoever calls has been spoken to.
      contact_due_at: onBehalf
        ? null
        : contactDeadline(ctx.now, { ...(await getBookingTerms(ctx)), opening: await getOpening(ctx) }),
    })
    .execute();
  // What was agreed on stands in its quote.
  if (!warrantyOf && !agreed) await addLines(ctx, bookingId, covered ?? price);
  if (covered) await keepUses(ctx, bookingId, cover, covered);
  if (warrantyOf) {
    const linked = await linkWarrantyVisit(ctx, warrantyOf, { bookingId, reference });
    if (!linked.ok) return linked;
  }
  const attached = await attachPhotos(ctx, bookingId, form.photoIds);
  if (!attached.ok) return attached;
  await recordTimelineEntry(ctx, bookingId, { move: "request", from: null, to: "requested", version: 0 });
  if (agreed)
    await recordTimelineEntry(ctx, bookingId, {
      move: "confirm",
      from: "requested",
      to: "confirmed",
      version: 1,
    });
  if (isScheduled)
    await recordTimelineEntry(ctx, bookingId, {
      move: "assign",
      from: "confirmed",
      to: "scheduled",
      version: 2,
    });
  await emit(ctx, "booking.requested", bookingId, {
    emergency: service.emergency,
    held: Boolean(wantsSlot),
    ...(agreed ? { agreed: true } : {}),
    ...(repeated ? { repeated: true } : {}),
    ...(preferredTechnicianId ? { preferredTechnicianId } : {}),
  });
  // Last, as others who ask for that day wait from here on.
  if (wantsSlot) {
    const wanted = {
      bookingId,
      state: agreed?.scheduled ? "scheduled" : "held",
      skills: requiredSkillsFor(service.id, price.lines),
      preferredTechnicianId,
      job,
      area: form.addressParts.area,
      day: form.preferredDate!,
      time: form.preferredTime!,
    } as const;
    const held = await holdSlotOrOfferAlternatives(ctx, wanted, guest);
    if (!held.ok) return held;
  }
  return { ok: true, bookingId, reference };
}
