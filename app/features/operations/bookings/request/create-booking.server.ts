import { randomUUID } from "node:crypto";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import type { Locale } from "~/platform/locale/locale";
import { allocateBookingNumbers } from "~/platform/numbers.server";
import { dubaiDate } from "~/platform/time";
import { getBookingTerms } from "../../../core/business/queries.server";
import { findService } from "../../../core/catalogue/queries.server";
import { recordChannelChoice } from "../../../core/customers/channel-choice.server";
import { findCustomerLanguage } from "../../../core/customers/customer-language.server";
import { matchCustomer } from "../../../core/customers/match-customer.server";
import { findCustomer } from "../../../core/customers/queries.server";
import { withStoredArea } from "../../../core/geography/community-names";
import { applyEntitlements } from "../../../core/packages/entitlements/apply-entitlements";
import {
  lockEntitlements,
  recordEntitlementUses,
} from "../../../core/packages/entitlements/entitlement-uses.server";
import { workDays } from "../../../core/pricing/work-time";
import { flattenAddress } from "../../../core/properties/property";
import { matchProperty } from "../../../core/properties/write-properties.server";
import { isAccessGiven, saveRequestedAccess } from "../../access/write-access.server";
import { getOpening } from "../../scheduling/queries.server";
import { jobForPrice, overriddenMinutes, priceItems, requiredSkillsFor } from "../lines/booking-lines";
import { addLines } from "../lines/lines.server";
import { loadPriceMenu } from "../lines/menu.server";
import { linkWarrantyVisit } from "../link/link-warranty-visit.server";
import { attachPhotos } from "../photos.server";
import { isOffice } from "../policy";
import { contactDeadline } from "../response-targets/contact-deadline";
import { recordTimelineEntry } from "../timeline.server";
import { type HoldingGuest, type HoldRefusal, holdSlotOrOfferAlternatives } from "../visits/hold-slot.server";
import type { OfficeRequestForm } from "./office-request-form";

export interface OfficeBookingOptions {
  /** Customer chosen by the office; otherwise matched by phone. */
  customerId?: string;
  warrantyOf?: { id: string; version: number };
  /**
   * Agreed before in an offer or contract: confirmed at that price without another notification. `scheduled`:
   * assigned immediately, because no dispatcher reviews it. `minutes`: null for the service's default.
   */
  agreed?: { totalFils: number; language: Locale; minutes?: number | null; scheduled?: true };
  /** Visit of a recurring booking, which the customer was notified of as a whole. */
  repeated?: { language: Locale; crewSize: number };
}

/** Service of the free-assessment form. */
const ASSESSMENT = "free-survey";

type CreateRefusal = Refusal<
  "unknown-service" | "unknown-trade" | "unknown-item" | "slot-taken" | "unknown-photo"
>;
/** `requireHold`: refuse rather than save a request whose time is not held. */
type RequestingGuest = HoldingGuest & { requireHold: boolean };
type WarrantyRefusal = Refusal<"not-found" | "stale" | "not-completed">;
/** `preferredTechnicianId`: must have visited the customer before. */
type CreateBookingInput = OfficeRequestForm & { preferredTechnicianId?: string | null };
/** `notHeldOn`: day of a requested time that guests cannot hold any more; null otherwise. */
type CreatedBooking = { ok: true; bookingId: string; reference: string; notHeldOn: string | null };

/**
 * The caller must roll back on a refusal. A date with a time holds the slot. `onBehalf`: null for website
 * requests, which get a response target. `guest`: also a new account; null for known accounts and the office.
 */
export async function createBooking(
  ctx: Ctx,
  form: CreateBookingInput,
  onBehalf: OfficeBookingOptions,
  guest: null,
): Promise<CreatedBooking | CreateRefusal | WarrantyRefusal>;
export async function createBooking(
  ctx: Ctx,
  form: CreateBookingInput,
  onBehalf: null,
  guest: RequestingGuest | null,
): Promise<CreatedBooking | CreateRefusal | Refusal<"captcha-required" | "time-not-held">>;
export async function createBooking(
  ctx: Ctx,
  form: CreateBookingInput,
  onBehalf: OfficeBookingOptions | null,
  guest: RequestingGuest | null,
): Promise<CreatedBooking | CreateRefusal | WarrantyRefusal | HoldRefusal> {
  const { warrantyOf, agreed, repeated, customerId: chosenCustomerId } = onBehalf ?? {};
  const addressParts = withStoredArea(form.addressParts);
  const service = await findService(ctx, form.service);
  if (!service) return refuse("unknown-service");
  // A trade chosen before another service is ignored.
  const chosenTrade = service.emergency ? form.trade : undefined;
  const trade = chosenTrade ? await findService(ctx, chosenTrade) : null;
  if (chosenTrade && (!trade || trade.emergency)) return refuse("unknown-trade");
  const price = priceItems(await loadPriceMenu(ctx), {
    service,
    items: form.items,
    day: form.preferredDate,
    time: form.preferredTime,
  });
  if (!price) return refuse("unknown-item");
  const job = agreed
    ? { ...service, durationMin: agreed.minutes ?? service.durationMin }
    : jobForPrice(service, price);

  const bookingId = randomUUID();
  // Emergencies go to the first available technician.
  const preferredTechnicianId = service.emergency ? null : (form.preferredTechnicianId ?? null);
  // The office plans the days of longer work with the customer.
  const wantsSlot =
    !service.emergency && workDays(job.durationMin) === 1 && form.preferredDate && form.preferredTime;
  const isScheduled = Boolean(wantsSlot && agreed?.scheduled);
  const contact = { name: form.customerName, email: form.email ?? null, phone: form.phone };
  const existingCustomer = chosenCustomerId ? await findCustomer(ctx, chosenCustomerId) : null;
  const customerId = existingCustomer?.id ?? (await matchCustomer(ctx, contact));
  if (form.messageChannel) {
    const formOfVisitor = service.id === ASSESSMENT ? "assessment" : "booking";
    await recordChannelChoice(ctx, {
      customerId,
      channel: form.messageChannel,
      form: isOffice(ctx.actor) ? "office" : formOfVisitor,
    });
  }
  const propertyId = await matchProperty(ctx, customerId, addressParts);
  // Guests get no contract coverage, because they could have typed the phone and address of another person.
  const isIdentified = onBehalf !== null || isOffice(ctx.actor) || userIdOf(ctx.actor) !== null;
  const cover =
    isIdentified && !warrantyOf && !agreed
      ? await lockEntitlements(ctx, { propertyId, day: form.preferredDate ?? dubaiDate(ctx.now) })
      : null;
  const covered = cover && applyEntitlements(price, cover);
  const [number] = await allocateBookingNumbers(ctx, 1);
  const reference = number!;
  await ctx.db
    .insertInto("bookings")
    .values({
      id: bookingId,
      reference,
      state: isScheduled ? "scheduled" : agreed ? "confirmed" : "requested",
      version: isScheduled ? 3 : agreed ? 2 : 1,
      serviceId: service.id,
      emergency: service.emergency,
      tradeId: trade?.id ?? null,
      customerId,
      propertyId,
      userId: onBehalf || isOffice(ctx.actor) ? (existingCustomer?.userId ?? null) : userIdOf(ctx.actor),
      contactName: form.customerName,
      contactEmail: contact.email,
      contactPhone: form.phone,
      address: flattenAddress(addressParts),
      addressParts: JSON.stringify(addressParts),
      area: addressParts.area,
      message: form.message,
      // The office types for a caller, so its own language is not the customer's.
      language:
        (agreed ?? repeated)?.language ??
        (isOffice(ctx.actor) ? await findCustomerLanguage(ctx, customerId) : ctx.locale),
      preferredDate: form.preferredDate ?? null,
      preferredTime: form.preferredTime ?? null,
      preferredTechnicianId,
      estimateFils: warrantyOf ? 0 : (agreed?.totalFils ?? (covered ?? price).totalFils),
      durationMin: overriddenMinutes(job.durationMin, service.durationMin),
      bufferMin: overriddenMinutes(job.bufferMin, service.bufferMin),
      ...(repeated ? { crewSize: repeated.crewSize } : {}),
      warrantyOfId: warrantyOf?.id ?? null,
      requestedAt: ctx.now,
      contactConfirmedAt: guest?.confirmedAt ?? null,
      // Phone bookings are answered already.
      contactDueAt: onBehalf
        ? null
        : contactDeadline(ctx.now, { ...(await getBookingTerms(ctx)), opening: await getOpening(ctx) }),
    })
    .execute();
  // Agreed work has its lines in the quote.
  if (!warrantyOf && !agreed) await addLines(ctx, bookingId, covered ?? price);
  if (covered) await recordEntitlementUses(ctx, bookingId, cover, covered);
  if (warrantyOf) {
    const linked = await linkWarrantyVisit(ctx, warrantyOf, { bookingId, reference });
    if (!linked.ok) return linked;
  }
  if (form.access && isAccessGiven(form.access)) {
    const isForProperty = isOffice(ctx.actor);
    const { before, after } = await saveRequestedAccess(ctx, {
      propertyId,
      bookingId: isForProperty ? null : bookingId,
      access: form.access,
    });
    if (isForProperty) await emit(ctx, "customer.access-changed", customerId, {}, { before, after });
  }
  const attached = await attachPhotos(ctx, bookingId, form.photoIds);
  if (!attached.ok) return attached;
  await recordTimelineEntry(ctx, bookingId, { event: "request", from: null, to: "requested", version: 0 });
  if (agreed)
    await recordTimelineEntry(ctx, bookingId, {
      event: "confirm",
      from: "requested",
      to: "confirmed",
      version: 1,
    });
  if (isScheduled)
    await recordTimelineEntry(ctx, bookingId, {
      event: "assign",
      from: "confirmed",
      to: "scheduled",
      version: 2,
    });
  let held: { ok: true } | HoldRefusal | null = null;
  // Late, because the day lock blocks other requests for that day from here on.
  if (wantsSlot) {
    const slotRequest = {
      bookingId,
      state: agreed?.scheduled ? "scheduled" : "held",
      skills: requiredSkillsFor(service.id, price.lines),
      preferredTechnicianId,
      job,
      area: addressParts.area,
      day: form.preferredDate!,
      time: form.preferredTime!,
    } as const;
    held = await holdSlotOrOfferAlternatives(ctx, slotRequest, guest);
    if (!held.ok && (held.reason !== "time-not-held" || guest?.requireHold)) return held;
  }
  await emit(ctx, "booking.requested", bookingId, {
    emergency: service.emergency,
    held: held?.ok ?? false,
    ...(agreed ? { agreed: true } : {}),
    ...(repeated ? { repeated: true } : {}),
    ...(preferredTechnicianId ? { preferredTechnicianId } : {}),
  });
  return { ok: true, bookingId, reference, notHeldOn: held && !held.ok ? form.preferredDate! : null };
}
