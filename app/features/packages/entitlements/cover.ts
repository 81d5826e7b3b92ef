import * as z from "zod/mini";
import type { BookingLine, BookingPrice } from "../../pricing/booking-price";

/**
 * What a contract pays of a booking (docs/domain.md, "Packages and contracts"): pure, so that the form shows before it is sent what the booking
 * is made at. Money is AED including VAT, in fils.
 */

/** What is asked for rather than planned with the contract. */
export const askedKinds = ["call-out", "handyman-hour"] as const;
export type AskedKind = (typeof askedKinds)[number];

/** What a contract says of the price of work, and what is left of it. */
export const coverTerms = z.object({
  contractId: z.uuid(),
  reference: z.string(),
  /** How much of a call-out it pays. */
  callOutHours: z.int(),
  /** Whether an emergency costs its uplift all the same. */
  emergencyFee: z.boolean(),
  /** Null: no limit. */
  left: z.object({ "call-out": z.nullable(z.int()), "handyman-hour": z.nullable(z.int()) }),
});
export type CoverTerms = z.output<typeof coverTerms>;

/** A home that is under contract, as its customer sees it. Days are Dubai's. */
export const ownCover = z.object({
  ...coverTerms.shape,
  packageName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  address: z.object({
    street: z.string(),
    buildingName: z.string(),
    unitNumber: z.string(),
    area: z.string(),
  }),
});
export type OwnCover = z.output<typeof ownCover>;

/** So much of an entitlement. */
export interface Take {
  kind: AskedKind;
  quantity: number;
}

export interface CoveredPrice extends BookingPrice {
  takes: Take[];
}

/** The service whose hours a contract counts by themselves. */
const HANDYMAN = "handyman";

/**
 * One call-out pays the first hours of the first work that is charged by the hour; a handyman's hours are paid as far as the contract has some
 * left. An emergency's uplift is paid where the contract knows no emergency fee. All else costs what it costs.
 */
export function coverPrice(price: BookingPrice, terms: CoverTerms): CoveredPrice {
  const left = { ...terms.left };
  const takes: Take[] = [];
  const lines = price.lines.map((line) => {
    const take = takeOf(line, terms, left, takes);
    if (take) {
      takes.push(take.take);
      const before = left[take.take.kind];
      left[take.take.kind] = before === null ? null : before - take.take.quantity;
    }
    const coveredFils = take?.fils ?? (isWaived(line, terms) ? (line.grossFils ?? 0) : 0);
    return { ...line, coveredFils, contractId: coveredFils > 0 ? terms.contractId : null };
  });
  return { ...price, lines, totalFils: totalOf(lines), takes: summedUp(takes) };
}

/** The same as if there were no contract. */
export function withoutCover(price: BookingPrice): BookingPrice {
  const lines = price.lines.map((line) => ({ ...line, coveredFils: 0, contractId: null }));
  return { ...price, lines, totalFils: totalOf(lines) };
}

export function isCovered(lines: readonly { coveredFils: number }[]): boolean {
  return lines.some(({ coveredFils }) => coveredFils > 0);
}

function takeOf(
  line: BookingLine,
  terms: CoverTerms,
  left: CoverTerms["left"],
  takes: readonly Take[],
): { take: Take; fils: number } | null {
  if (line.kind !== "work" || line.mode !== "hourly" || !line.grossFils) return null;
  const kind = line.serviceId === HANDYMAN ? "handyman-hour" : "call-out";
  const rest = left[kind] ?? Number.POSITIVE_INFINITY;
  if (kind === "handyman-hour") {
    const hours = Math.min(line.quantity, rest);
    return hours > 0 ? { take: { kind, quantity: hours }, fils: hoursOf(line, hours) } : null;
  }
  // One way there is one call-out, whatever is done.
  if (rest < 1 || takes.some((one) => one.kind === kind)) return null;
  return { take: { kind, quantity: 1 }, fils: hoursOf(line, Math.min(line.quantity, terms.callOutHours)) };
}

function hoursOf({ unitFils, nextFils }: BookingLine, hours: number): number {
  const first = unitFils ?? 0;
  return first + (hours - 1) * (nextFils ?? first);
}

function isWaived({ kind }: BookingLine, { emergencyFee }: CoverTerms): boolean {
  return kind === "emergency-uplift" && !emergencyFee;
}

function totalOf(lines: readonly BookingLine[]): number | null {
  const priced = lines.flatMap(({ grossFils, coveredFils }) =>
    grossFils === null ? [] : [grossFils - coveredFils],
  );
  return priced.length > 0 ? priced.reduce((sum, fils) => sum + fils, 0) : null;
}

function summedUp(takes: readonly Take[]): Take[] {
  return askedKinds.flatMap((kind) => {
    const quantity = takes.reduce((sum, take) => sum + (take.kind === kind ? take.quantity : 0), 0);
    return quantity > 0 ? [{ kind, quantity }] : [];
  });
}
