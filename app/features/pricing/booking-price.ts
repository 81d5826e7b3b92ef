import { hoursOn, type Opening } from "../business/office-time";
import { type PriceMode, type PriceTerms, priceOf } from "./price";

/**
 * Prices a booking (docs/domain.md, "Prices"): turns price book items into lines. Pure and shared by pages,
 * form, bookings, quotes and invoices. Money in fils including VAT.
 */

/** Surcharges of an item in percent. */
export interface Surcharges {
  emergencySurcharge: number;
  outOfHoursSurcharge: number;
}

/** Current item of the price book. */
export interface BookItem extends PriceTerms, Surcharges {
  priceId: string;
  serviceId: string;
  /** Id within the service. */
  item: string;
  name: string;
  /** True for the headline item of its service. */
  isHeadline: boolean;
  /** Item of an emergency service. Never chosen directly, because an emergency costs its trade's call-out. */
  emergency: boolean;
  /** Duration in minutes: of the first hour for hourly work, of one unit for a fixed price. */
  durationMin: number;
  /** True if the item has its own duration; otherwise `durationMin` is the default of its service. */
  durationKnown: boolean;
  /** Buffer after the work, in minutes. */
  bufferMin: number;
}

/** Item with a quantity of units or hours, from 1. */
export interface Chosen {
  item: BookItem;
  quantity: number;
}

export const surchargeKinds = ["emergency-uplift", "out-of-hours-uplift"] as const;
export type SurchargeKind = (typeof surchargeKinds)[number];
export const lineKinds = ["work", ...surchargeKinds] as const;

export interface BookingLine {
  kind: (typeof lineKinds)[number];
  serviceId: string;
  /** Price entry of the line; null for a surcharge. */
  priceId: string | null;
  item: string | null;
  /** Name in the price book; empty for a surcharge, which is named in the reader's language. */
  name: string;
  mode: PriceMode;
  unit: string;
  quantity: number;
  /** First hour of hourly work; null: by survey. */
  unitFils: number | null;
  nextFils: number | null;
  /** Percentage of a surcharge. */
  percent: number | null;
  /** Null: by survey. */
  grossFils: number | null;
  /** Amount covered by a contract, and the contract. */
  coveredFils: number;
  contractId: string | null;
}

export interface BookingPrice {
  /** Work in the given order, then surcharges. */
  lines: BookingLine[];
  /** Sum of priced lines; null if all are by survey. */
  totalFils: number | null;
  /** Duration and buffer in minutes. */
  minutes: number;
  /** False if a line uses the default duration of its service, which may be far off. */
  minutesKnown: boolean;
  bufferMin: number;
}

/** Prices items with at most one kind of surcharge. */
export function priceBooking(chosen: readonly Chosen[], surcharge: SurchargeKind | null): BookingPrice {
  const work = chosen.map(lineOf);
  const lines = surcharge ? [...work, ...surchargeLines(work, chosen, surcharge)] : work;
  const priced = lines.flatMap(({ grossFils }) => grossFils ?? []);
  const totalFils = priced.length > 0 ? sum(priced) : null;
  return {
    lines,
    totalFils,
    minutes: sum(chosen.map(minutesOf)),
    minutesKnown: chosen.every(({ item }) => item.durationKnown),
    bufferMin: Math.max(0, ...chosen.map(({ item }) => item.bufferMin)),
  };
}

function lineOf({ item, quantity }: Chosen): BookingLine {
  const { serviceId, priceId, name, mode, unit, fils, nextFils } = item;
  return {
    kind: "work",
    serviceId,
    priceId,
    item: item.item,
    name,
    mode,
    unit,
    quantity,
    unitFils: fils,
    nextFils,
    percent: null,
    grossFils: priceOf(item, quantity),
    ...UNCOVERED,
  };
}

/** One surcharge line per service and percentage, rounded to the nearest fils; exact for whole dirhams. */
function surchargeLines(work: readonly BookingLine[], chosen: readonly Chosen[], kind: SurchargeKind) {
  const bases = new Map<string, { serviceId: string; percent: number; fils: number }>();
  for (const [index, { serviceId, grossFils }] of work.entries()) {
    const percent = percentOf(chosen[index]!.item, kind);
    const key = `${serviceId} ${percent}`;
    const { fils } = bases.get(key) ?? { fils: 0 };
    bases.set(key, { serviceId, percent, fils: fils + (grossFils ?? 0) });
  }
  return [...bases.values()].flatMap(({ serviceId, percent, fils }): BookingLine[] => {
    const grossFils = partOf(fils, percent);
    if (grossFils === 0) return [];
    const nothing = { priceId: null, item: null, name: "", nextFils: null };
    const once = { mode: "fixed" as const, unit: "visit", quantity: 1, unitFils: grossFils, grossFils };
    return [{ kind, serviceId, ...nothing, ...once, percent, ...UNCOVERED }];
  });
}

const UNCOVERED = { coveredFils: 0, contractId: null };

function percentOf(item: Surcharges, kind: SurchargeKind): number {
  return kind === "emergency-uplift" ? item.emergencySurcharge : item.outOfHoursSurcharge;
}

function partOf(fils: number, percent: number): number {
  return Math.round((fils * percent) / 100);
}

/** Each further hour adds an hour; each further unit adds the duration of the first. */
function minutesOf({ item: { mode, durationMin }, quantity }: Chosen): number {
  return mode === "hourly" ? durationMin + (quantity - 1) * 60 : durationMin * quantity;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Dubai day and clock time. */
export interface Start {
  day: string;
  time: string;
}

/** Surcharge of an occasion: emergency, otherwise a start outside opening hours. Null without a start. */
export function surchargeFor(
  opening: Opening,
  { emergency, start }: { emergency: boolean; start: Start | null },
): SurchargeKind | null {
  if (emergency) return "emergency-uplift";
  return start && !isOpenAt(opening, start) ? "out-of-hours-uplift" : null;
}

/** Without configured opening hours every time counts as open. */
function isOpenAt(opening: Opening, { day, time }: Start): boolean {
  if (opening.week.length === 0) return true;
  const hours = hoursOn(opening, day);
  return hours !== null && hours.opensAt <= time && time < hours.closesAt;
}

/** True if the total is final: neither hourly work nor a survey. */
export function hasFixedPrice(lines: readonly Pick<BookingLine, "mode" | "grossFils">[]): boolean {
  return lines.length > 0 && lines.every(({ mode, grossFils }) => mode !== "hourly" && grossFils !== null);
}

/** Headline item of a service. */
export function leadOf<Item extends Pick<BookItem, "serviceId" | "isHeadline">>(
  book: readonly Item[],
  serviceId: string,
): Item | undefined {
  return book.find((one) => one.serviceId === serviceId && one.isHeadline);
}

/** Call-out of an emergency: the trade's hourly item, otherwise the emergency service's own. */
export function callOutOf<Item extends Pick<BookItem, "serviceId" | "isHeadline" | "mode">>(
  book: readonly Item[],
  emergency: { serviceId: string; tradeId: string | null },
): Item | undefined {
  const own = emergency.tradeId ? leadOf(book, emergency.tradeId) : undefined;
  return own?.mode === "hourly" ? own : leadOf(book, emergency.serviceId);
}

/** Price of an item including a surcharge, as published. */
export function withSurcharge(item: PriceTerms & Surcharges, kind: SurchargeKind | null): PriceTerms {
  const { mode, unit, fils, nextFils } = item;
  const percent = kind ? percentOf(item, kind) : 0;
  const add = (fils: number | null) => (fils === null ? null : fils + partOf(fils, percent));
  return { mode, unit, fils: add(fils), nextFils: add(nextFils) };
}
