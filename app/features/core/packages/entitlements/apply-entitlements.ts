import * as z from "zod/mini";
import type { BookingLine, BookingPrice } from "../../pricing/booking-price";

/**
 * Entitlements applied to a booking's price (docs/domain.md, "Packages and contracts"). Pure, so that the
 * form shows the same price as the booking. Money in fils including VAT.
 */

/** Entitlements used on request; the others are planned at activation. */
export const onDemandKinds = ["call-out", "handyman-hour"] as const;
export type OnDemandKind = (typeof onDemandKinds)[number];

export const entitlementTerms = z.object({
  contractId: z.uuid(),
  reference: z.string(),
  callOutHours: z.int(),
  emergencyFee: z.boolean(),
  /** Null if unlimited. */
  remaining: z.object({ "call-out": z.nullable(z.int()), "handyman-hour": z.nullable(z.int()) }),
});
export type EntitlementTerms = z.output<typeof entitlementTerms>;

export const coveredProperty = z.object({
  ...entitlementTerms.shape,
  packageName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  address: z.object({
    street: z.string(),
    buildingName: z.string(),
    unitNumber: z.string(),
    /** The stored name and that in the reader's language, because a form contains one of them. */
    areaNames: z.array(z.string()),
  }),
});
export type CoveredProperty = z.output<typeof coveredProperty>;

export interface EntitlementUse {
  kind: OnDemandKind;
  quantity: number;
}

export interface CoveredPrice extends BookingPrice {
  uses: EntitlementUse[];
}

/** Hours of this service have their own balance. */
const HANDYMAN = "handyman";

/**
 * Covers the first hours of one hourly call-out, handyman hours up to their balance, and the emergency
 * surcharge if the package has no emergency fee. Everything else is charged at full price.
 */
export function applyEntitlements(price: BookingPrice, terms: EntitlementTerms): CoveredPrice {
  const left = { ...terms.remaining };
  const uses: EntitlementUse[] = [];
  const lines = price.lines.map((line) => {
    const take = entitlementUseOf(line, terms, left, uses);
    if (take) {
      uses.push(take.take);
      const before = left[take.take.kind];
      left[take.take.kind] = before === null ? null : before - take.take.quantity;
    }
    const coveredFils = take?.fils ?? (isWaived(line, terms) ? (line.grossFils ?? 0) : 0);
    return { ...line, coveredFils, contractId: coveredFils > 0 ? terms.contractId : null };
  });
  return { ...price, lines, totalFils: totalOf(lines), uses: sumUses(uses) };
}

export function withoutEntitlements(price: BookingPrice): BookingPrice {
  const lines = price.lines.map((line) => ({ ...line, coveredFils: 0, contractId: null }));
  return { ...price, lines, totalFils: totalOf(lines) };
}

export function isCovered(lines: readonly { coveredFils: number }[]): boolean {
  return lines.some(({ coveredFils }) => coveredFils > 0);
}

function entitlementUseOf(
  line: BookingLine,
  terms: EntitlementTerms,
  left: EntitlementTerms["remaining"],
  uses: readonly EntitlementUse[],
): { take: EntitlementUse; fils: number } | null {
  if (line.kind !== "work" || line.mode !== "hourly" || !line.grossFils) return null;
  const kind = line.serviceId === HANDYMAN ? "handyman-hour" : "call-out";
  const remaining = left[kind] ?? Number.POSITIVE_INFINITY;
  if (kind === "handyman-hour") {
    const hours = Math.min(line.quantity, remaining);
    return hours > 0 ? { take: { kind, quantity: hours }, fils: priceOfHours(line, hours) } : null;
  }
  // A visit uses one call-out for all its work.
  if (remaining < 1 || uses.some((use) => use.kind === kind)) return null;
  return {
    take: { kind, quantity: 1 },
    fils: priceOfHours(line, Math.min(line.quantity, terms.callOutHours)),
  };
}

function priceOfHours({ unitFils, nextFils }: BookingLine, hours: number): number {
  const first = unitFils ?? 0;
  return first + (hours - 1) * (nextFils ?? first);
}

function isWaived({ kind }: BookingLine, { emergencyFee }: EntitlementTerms): boolean {
  return kind === "emergency-uplift" && !emergencyFee;
}

function totalOf(lines: readonly BookingLine[]): number | null {
  const priced = lines.flatMap(({ grossFils, coveredFils }) =>
    grossFils === null ? [] : [grossFils - coveredFils],
  );
  return priced.length > 0 ? priced.reduce((sum, fils) => sum + fils, 0) : null;
}

function sumUses(uses: readonly EntitlementUse[]): EntitlementUse[] {
  return onDemandKinds.flatMap((kind) => {
    const quantity = uses.reduce((sum, take) => sum + (take.kind === kind ? take.quantity : 0), 0);
    return quantity > 0 ? [{ kind, quantity }] : [];
  });
}
