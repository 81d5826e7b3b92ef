import { hoursOn, type Opening } from "../business/office-time";
import { type PriceMode, type PriceTerms, priceOf } from "./price";

/**
 * Prices a booking (docs/domain.md, "Prices"). Pure, because pages, form, bookings, quotes and invoices share
 * it. Money in fils including VAT.
 */

/** In percent. */
export interface Surcharges {
  emergencySurcharge: number;
  outOfHoursSurcharge: number;
}

export interface PriceBookItem extends PriceTerms, Surcharges {
  priceId: string;
  serviceId: string;
  item: string;
  name: string;
  isHeadline: boolean;
  /** Items of an emergency service cannot be chosen, because an emergency is always its call-out. */
  emergency: boolean;
  /** In minutes: of the first hour for hourly work, of one unit for a fixed price. */
  durationMin: number;
  /** False if `durationMin` is the default of the service. */
  durationKnown: boolean;
  /** In minutes, after the work. */
  bufferMin: number;
}

/** `quantity`: units or hours, from 1. */
export interface Chosen {
  item: PriceBookItem;
  quantity: number;
}

export const surchargeKinds = ["emergency-uplift", "out-of-hours-uplift"] as const;
export type SurchargeKind = (typeof surchargeKinds)[number];
export const lineKinds = ["work", ...surchargeKinds] as const;

export interface BookingLine {
  kind: (typeof lineKinds)[number];
  serviceId: string;
  /** Null for a surcharge. */
  priceId: string | null;
  item: string | null;
  /** Empty for a surcharge, whose label is translated. */
  name: string;
  mode: PriceMode;
  unit: string;
  quantity: number;
  /** First hour of hourly work. Null by survey. */
  unitFils: number | null;
  nextFils: number | null;
  percent: number | null;
  /** Null by survey. */
  grossFils: number | null;
  coveredFils: number;
  contractId: string | null;
}

export interface BookingPrice {
  lines: BookingLine[];
  /** Null if all lines are by survey. */
  totalFils: number | null;
  minutes: number;
  /** False if a line uses the default duration of its service. */
  minutesKnown: boolean;
  bufferMin: number;
}

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

/** One line per service and percentage, rounded to the nearest fils. */
function surchargeLines(work: readonly BookingLine[], chosen: readonly Chosen[], kind: SurchargeKind) {
  const bases = new Map<string, { serviceId: string; percent: number; fils: number }>();
  for (const [index, { serviceId, grossFils }] of work.entries()) {
    const percent = percentOf(chosen[index]!.item, kind);
    const key = `${serviceId} ${percent}`;
    const { fils } = bases.get(key) ?? { fils: 0 };
    bases.set(key, { serviceId, percent, fils: fils + (grossFils ?? 0) });
  }
  return [...bases.values()].flatMap(({ serviceId, percent, fils }): BookingLine[] => {
    const grossFils = percentageOf(fils, percent);
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

function percentageOf(fils: number, percent: number): number {
  return Math.round((fils * percent) / 100);
}

function minutesOf({ item: { mode, durationMin }, quantity }: Chosen): number {
  return mode === "hourly" ? durationMin + (quantity - 1) * 60 : durationMin * quantity;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, item) => total + item, 0);
}

/** Dubai day and time. */
export interface Start {
  day: string;
  time: string;
}

/** Emergency, otherwise out-of-hours if it starts outside opening hours. */
export function surchargeFor(
  opening: Opening,
  { emergency, start }: { emergency: boolean; start: Start | null },
): SurchargeKind | null {
  if (emergency) return "emergency-uplift";
  return start && !isOpenAt(opening, start) ? "out-of-hours-uplift" : null;
}

function isOpenAt(opening: Opening, { day, time }: Start): boolean {
  if (opening.week.length === 0) return true;
  const hours = hoursOn(opening, day);
  return hours !== null && hours.opensAt <= time && time < hours.closesAt;
}

export function hasFixedPrice(lines: readonly Pick<BookingLine, "mode" | "grossFils">[]): boolean {
  return lines.length > 0 && lines.every(({ mode, grossFils }) => mode !== "hourly" && grossFils !== null);
}

export function findHeadlineItem<Item extends Pick<PriceBookItem, "serviceId" | "isHeadline">>(
  book: readonly Item[],
  serviceId: string,
): Item | undefined {
  return book.find((item) => item.serviceId === serviceId && item.isHeadline);
}

export function addSurcharge(item: PriceTerms & Surcharges, kind: SurchargeKind | null): PriceTerms {
  const { mode, unit, fils, nextFils } = item;
  const percent = kind ? percentOf(item, kind) : 0;
  const add = (fils: number | null) => (fils === null ? null : fils + percentageOf(fils, percent));
  return { mode, unit, fils: add(fils), nextFils: add(nextFils) };
}
