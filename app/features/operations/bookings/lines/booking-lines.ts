import type { VatRate } from "~/platform/uae/vat";
import type { Opening } from "../../../core/business/office-time";
import {
  type BookingPrice,
  type Chosen,
  findHeadlineItem,
  type PriceBookItem,
  priceBooking,
  surchargeFor,
} from "../../../core/pricing/booking-price";
import { MAX_WORK_MIN } from "../../../core/pricing/work-time";
import type { Job } from "../../scheduling/slots";
import type { ChosenItem } from "../schema";

/** Prices a booking. Pure, so that the form shows the same price before the server computes it. */

export interface Menu {
  items: PriceBookItem[];
  opening: Opening;
  /** Empty if the business charges no VAT. */
  vatRates: VatRate[];
}

export interface PricingRequest {
  service: { id: string; emergency: boolean };
  items: readonly ChosenItem[];
  /** Preferred Dubai day and time. */
  day?: string | null;
  time?: string | null;
}

/** Null if an item is not in the price book. */
export function priceItems(menu: Menu, request: PricingRequest): BookingPrice | null {
  const chosen = chooseItems(menu.items, request);
  const { day, time, service } = request;
  const start = day && time ? { day, time } : null;
  return chosen && priceBooking(chosen, surchargeFor(menu.opening, { emergency: service.emergency, start }));
}

/**
 * An emergency is always the call-out of its service. Other work is what was chosen; without items of the
 * service itself, only an item that leaves no choice counts: a free assessment or a survey.
 */
export function chooseItems(
  priceBook: readonly PriceBookItem[],
  { service, items }: Pick<PricingRequest, "service" | "items">,
): Chosen[] | null {
  const headline = findHeadlineItem(priceBook, service.id);
  if (service.emergency) return singleItem(headline);
  const chosen = items.map(({ service, item, quantity }) => ({
    item: priceBook.find(
      (candidate) => candidate.serviceId === service && candidate.item === item && !candidate.emergency,
    ),
    quantity,
  }));
  if (!chosen.every(isKnown)) return null;
  if (chosen.some(({ item }) => item.serviceId === service.id)) return chosen;
  return [...singleItem(headline && !isChargeable(headline) ? headline : undefined), ...chosen];
}

/** Chargeable items are chosen by the customer, never by default. */
export function isChargeable({ mode, fils }: Pick<PriceBookItem, "mode" | "fils">): boolean {
  return mode !== "survey" && fils !== 0;
}

function isKnown(candidate: { item: PriceBookItem | undefined; quantity: number }): candidate is Chosen {
  return candidate.item !== undefined;
}

function singleItem(item: PriceBookItem | undefined): Chosen[] {
  return item ? [{ item, quantity: 1 }] : [];
}

/**
 * `durationMin`: of all the work, which may take several days. Emergencies and work to be assessed take the
 * service's defaults.
 */
export function jobForPrice(
  service: Job & { emergency: boolean },
  price: Pick<BookingPrice, "minutes" | "bufferMin" | "lines">,
): Job {
  if (service.emergency || price.lines.length === 0) return service;
  return {
    durationMin: Math.min(price.minutes, MAX_WORK_MIN),
    bufferMin: price.bufferMin,
    outdoor: service.outdoor,
  };
}

/** Null when equal to the service's default, so that later changes of the service apply. */
export function overriddenMinutes(minutes: number, defaultMinutes: number): number | null {
  return minutes === defaultMinutes ? null : minutes;
}

/** The technician needs the skills of all services of the visit. */
export function requiredSkillsFor(serviceId: string, lines: readonly { serviceId: string }[]): string[] {
  return [...new Set([serviceId, ...lines.map((line) => line.serviceId)])];
}
