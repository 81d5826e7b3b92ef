import { hoursOn, type Opening } from "../business/office-time";
import { type PriceMode, type PriceTerms, priceOf } from "./price";

/**
 * The one way to a price (docs/domain.md, "Prices"): from items of the price book to lines. Pure: pages, the form, bookings
 * and what follows from them count alike. Money is AED including VAT, in fils.
 */

/** What occasions add to a price, in percent. */
export interface Surcharges {
  emergencySurcharge: number;
  outOfHoursSurcharge: number;
}

/** An item of the price book as it is in force. */
export interface BookItem extends PriceTerms, Surcharges {
  priceId: string;
  serviceId: string;
  /** Names it within its service. */
  item: string;
  name: string;
  /** It stands for the service. */
  lead: boolean;
  /** Of an emergency service: nobody chooses it, as an emergency is its trade's call-out. */
  emergency: boolean;
  /** How long the work takes, in minutes: of hourly work the first hour with what belongs to it, of a fixed price each unit. */
  durationMin: number;
  /** The price book gives the item a duration of its own; otherwise `durationMin` is the default of its service. */
  durationKnown: boolean;
  /** What the technician needs after it, in minutes. */
  bufferMin: number;
}

/** So many units or hours of it, from 1. */
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
  /** The price that it was taken from; an uplift has none of its own. */
  priceId: string | null;
  item: string | null;
  /** As the price book calls it; empty of an uplift, whose name is in the reader's language. */
  name: string;
  mode: PriceMode;
  unit: string;
  quantity: number;
  /** Of hourly work the first hour; null: by survey. */
  unitFils: number | null;
  nextFils: number | null;
  /** Of an uplift. */
  percent: number | null;
  /** Null: by survey. */
  grossFils: number | null;
  /** What of it a contract pays, and which. */
  coveredFils: number;
  contractId: string | null;
}

export interface BookingPrice {
  /** What is done, in the given order, then what is added to it. */
  lines: BookingLine[];
  /** Of all that has a price; null: nothing has, all of it is by survey. */
  totalFils: number | null;
  /** How long the work takes, and what its technician needs after it. */
  minutes: number;
  /** False where a line takes the default duration of its service, which may be far from the truth. */
  minutesKnown: boolean;
  bufferMin: number;
}

/** What items cost together, with the uplift of the occasion, if there is one: never two. */
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

/** One for each service and percentage, to the nearest fil: with whole dirhams it is exact. */
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

/** Of hourly work every further hour takes an hour, of a fixed price every unit as long as the first. */
function minutesOf({ item: { mode, durationMin }, quantity }: Chosen): number {
  return mode === "hourly" ? durationMin + (quantity - 1) * 60 : durationMin * quantity;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** A Dubai day and clock time. */
export interface Start {
  day: string;
  time: string;
}

/** What the occasion adds: an emergency's uplift, else that of a start outside opening hours. Without a start, none. */
export function surchargeFor(
  opening: Opening,
  { emergency, start }: { emergency: boolean; start: Start | null },
): SurchargeKind | null {
  if (emergency) return "emergency-uplift";
  return start && !isOpenAt(opening, start) ? "out-of-hours-uplift" : null;
}

/** Whoever tells no opening hours has no time outside of them. */
function isOpenAt(opening: Opening, { day, time }: Start): boolean {
  if (opening.week.length === 0) return true;
  const hours = hoursOn(opening, day);
  return hours !== null && hours.opensAt <= time && time < hours.closesAt;
}

/** Whether the total is what will be charged: hourly work may take longer, and a survey finds its price later. */
export function hasFixedPrice(lines: readonly Pick<BookingLine, "mode" | "grossFils">[]): boolean {
  return lines.length > 0 && lines.every(({ mode, grossFils }) => mode !== "hourly" && grossFils !== null);
}

/** The item that stands for a service. */
export function leadOf<Item extends Pick<BookItem, "serviceId" | "lead">>(
  book: readonly Item[],
  serviceId: string,
): Item | undefined {
  return book.find((one) => one.serviceId === serviceId && one.lead);
}

/**
 * The call-out of an emergency: its trade's, where that is charged by the hour. Of a trade without one, and where nobody can
 * tell the trade, what the emergency service itself costs.
 */
export function callOutOf<Item extends Pick<BookItem, "serviceId" | "lead" | "mode">>(
  book: readonly Item[],
  emergency: { serviceId: string; tradeId: string | null },
): Item | undefined {
  const own = emergency.tradeId ? leadOf(book, emergency.tradeId) : undefined;
  return own?.mode === "hourly" ? own : leadOf(book, emergency.serviceId);
}

/** What the item costs with an uplift in it, as pages say it. */
export function withSurcharge(item: PriceTerms & Surcharges, kind: SurchargeKind | null): PriceTerms {
  const { mode, unit, fils, nextFils } = item;
  const percent = kind ? percentOf(item, kind) : 0;
  const add = (fils: number | null) => (fils === null ? null : fils + partOf(fils, percent));
  return { mode, unit, fils: add(fils), nextFils: add(nextFils) };
}
