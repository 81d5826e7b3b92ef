import type { VatRate } from "~/platform/vat";
import type { Opening } from "../../business/office-time";
import {
  type BookItem,
  type BookingPrice,
  type Chosen,
  callOutOf,
  leadOf,
  priceBooking,
  surchargeFor,
} from "../../pricing/booking-price";
import type { Job } from "../../scheduling/slots";
import { type ChosenItem, MAX_DURATION_MIN } from "../schema";

/**
 * What a booking is for, and what it costs: pure, so that the form shows before it is sent what the booking is made at.
 */

/** What can be booked today, and when the office is open. */
export interface Menu {
  items: BookItem[];
  opening: Opening;
  /** What the business charges from which day on; none: it charges no VAT. */
  vatRates: VatRate[];
}

export interface PricingRequest {
  service: { id: string; emergency: boolean };
  /** Of an emergency; null: nobody can tell. */
  tradeId: string | null;
  items: readonly ChosenItem[];
  /** Dubai's, as far as they are chosen. */
  day?: string | null;
  time?: string | null;
}

/** What a wish costs; null: it asks for an item that the price book does not have. */
export function priceItems(menu: Menu, wish: PricingRequest): BookingPrice | null {
  const chosen = chooseItems(menu.items, wish);
  const { day, time, service } = wish;
  const start = day && time ? { day, time } : null;
  return chosen && priceBooking(chosen, surchargeFor(menu.opening, { emergency: service.emergency, start }));
}

/** An emergency is its trade's call-out, whatever was chosen; where nothing was, what stands for the service counts once. */
export function chooseItems(
  book: readonly BookItem[],
  { service, tradeId, items }: Pick<PricingRequest, "service" | "tradeId" | "items">,
): Chosen[] | null {
  if (service.emergency) return once(callOutOf(book, { serviceId: service.id, tradeId }));
  const chosen = items.map(({ service, item, quantity }) => ({
    item: book.find((one) => one.serviceId === service && one.item === item && !one.emergency),
    quantity,
  }));
  if (!chosen.every(isKnown)) return null;
  const own = chosen.filter(({ item }) => item.serviceId === service.id);
  const others = chosen.filter(({ item }) => item.serviceId !== service.id);
  return [...(own.length > 0 ? own : once(leadOf(book, service.id))), ...others];
}

function isKnown(one: { item: BookItem | undefined; quantity: number }): one is Chosen {
  return one.item !== undefined;
}

function once(item: BookItem | undefined): Chosen[] {
  return item ? [{ item, quantity: 1 }] : [];
}

/** What a visit needs for it: no longer than a visit can be. Where nothing has a time, and in an emergency, as its service does. */
export function jobForPrice(
  service: Job & { emergency: boolean },
  price: Pick<BookingPrice, "minutes" | "bufferMin" | "lines">,
): Job {
  if (service.emergency || price.lines.length === 0) return service;
  return {
    durationMin: Math.min(price.minutes, MAX_DURATION_MIN),
    bufferMin: price.bufferMin,
    outdoor: service.outdoor,
  };
}

/** As a booking keeps it: what is as its service has it is not kept, and follows the service. */
export function overriddenMinutes(minutes: number, ofService: number): number | null {
  return minutes === ofService ? null : minutes;
}

/** What whoever does it has to be trained for: every service of the visit. */
export function requiredSkillsFor(serviceId: string, lines: readonly { serviceId: string }[]): string[] {
  return [...new Set([serviceId, ...lines.map((line) => line.serviceId)])];
}
