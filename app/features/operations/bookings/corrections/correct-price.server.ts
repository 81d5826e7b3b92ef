import type { Ctx } from "~/platform/context";
import { listBookableItems, type Service } from "../../../core/catalogue/queries.server";
import {
  applyEntitlements,
  isCovered,
  withoutEntitlements,
} from "../../../core/packages/entitlements/apply-entitlements";
import {
  lockEntitlements,
  recordEntitlementUses,
  releaseEntitlements,
} from "../../../core/packages/entitlements/entitlement-uses.server";
import { type BookingPrice, priceBooking } from "../../../core/pricing/booking-price";
import { chooseItems, jobForPrice, overriddenMinutes } from "../lines/booking-lines";
import type { ChosenItem } from "../schema";
import type { Correctable } from "./correctable.server";
import type { Correction } from "./correction";

export function isOutOfHours({ lines }: Correctable): boolean {
  return lines.some(({ kind }) => kind === "out-of-hours-uplift");
}

export function itemsOfLines({ lines }: Correctable): ChosenItem[] {
  return lines.flatMap(({ serviceId, item, quantity }) =>
    item === null ? [] : [{ service: serviceId, item, quantity }],
  );
}

/**
 * Items booked before keep their price, new ones take today's. Surcharges stay unless the office changes
 * them. Null for an unknown item.
 */
export async function repriceBooking(
  ctx: Ctx,
  before: Correctable,
  input: Pick<Correction, "items" | "outOfHours"> & { service: Service },
): Promise<BookingPrice | null> {
  const { lineItems } = before;
  const isBooked = (bookItem: { serviceId: string; item: string }) =>
    lineItems.some(({ serviceId, item }) => serviceId === bookItem.serviceId && item === bookItem.item);
  const priceBook = [
    ...lineItems,
    ...(await listBookableItems(ctx)).filter((bookItem) => !isBooked(bookItem)),
  ];
  const isSameService = input.service.id === before.service.id;
  const items =
    input.items ??
    itemsOfLines(before).filter(({ service }) => isSameService || service !== before.service.id);
  const chosen = chooseItems(priceBook, { ...input, items });
  if (input.service.emergency) return chosen && priceBooking(chosen, "emergency-uplift");
  const outOfHours = input.outOfHours ?? isOutOfHours(before);
  return chosen && priceBooking(chosen, outOfHours ? "out-of-hours-uplift" : null);
}

/**
 * A decision by the office to charge in full stays. The contract of the first pricing continues regardless of
 * the day, so that no visit is charged twice.
 */
export async function reapplyContract(
  ctx: Ctx,
  before: Correctable,
  input: { bookingId: string; price: BookingPrice | null; propertyId: string; contract?: boolean },
): Promise<BookingPrice | null> {
  const { bookingId, propertyId, contract } = input;
  await releaseEntitlements(ctx, bookingId);
  const isSameProperty = propertyId === before.propertyId;
  const currentContractId = isSameProperty
    ? (before.lines.find(({ contractId }) => contractId)?.contractId ?? null)
    : null;
  const terms = await lockEntitlements(ctx, { propertyId, day: before.day, currentContractId });
  // Without a contract at the new property the price stays.
  if (!terms && !input.price && !isCovered(before.lines)) return null;
  const price = input.price ?? priceOfLines(before);
  if (!terms) return withoutEntitlements(price);
  const wasExcluded =
    isSameProperty &&
    !isCovered(before.lines) &&
    isCovered(applyEntitlements(priceOfLines(before), terms).lines);
  if (!(contract ?? !wasExcluded)) return withoutEntitlements(price);
  const covered = applyEntitlements(price, terms);
  await recordEntitlementUses(ctx, bookingId, terms, covered);
  return covered;
}

function priceOfLines({ lines }: Correctable): BookingPrice {
  return withoutEntitlements({ lines, totalFils: null, minutes: 0, minutesKnown: false, bufferMin: 0 });
}

/** A duration set by the office stays. */
export function timesOf(before: Correctable, service: Service, price: BookingPrice) {
  const job = jobForPrice(service, price);
  const storedChoice = chooseItems(before.lineItems, { ...before, items: itemsOfLines(before) }) ?? [];
  const jobBefore = jobForPrice(before.service, priceBooking(storedChoice, null));
  const wasDefault =
    before.durationMin === overriddenMinutes(jobBefore.durationMin, before.service.durationMin);
  return {
    durationMin: wasDefault ? overriddenMinutes(job.durationMin, service.durationMin) : before.durationMin,
    bufferMin: overriddenMinutes(job.bufferMin, service.bufferMin),
  };
}
