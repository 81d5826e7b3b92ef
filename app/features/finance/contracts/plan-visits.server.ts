import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { addDays, dubaiDate } from "~/platform/time";
import { isOpenOn, type Opening } from "../../core/business/office-time";
import { findService } from "../../core/catalogue/queries.server";
import { type PlannedKind, plannedKinds, plannedVisitServices } from "../../core/packages/contract";
import { planVisits } from "../../core/packages/contract-year";
import { getPropertyAddress } from "../../core/properties/read-properties.server";
import { createBooking } from "../../operations/bookings/request/create-booking.server";
import { findNearestSlot } from "../../operations/scheduling/nearest-slot.server";
import { getOpening } from "../../operations/scheduling/queries.server";
import type { AgreedContract } from "./lock-contract.server";

/** Days between payment and the first visit. */
const FIRST_AFTER_DAYS = 3;

type Refused = Refusal<"unknown-service" | "entitlement-used-up">;

/**
 * Plans the visits of a contract that is being activated, evenly over the rest of its year. Each visit is a
 * booking with a free technician of the day. Runs in the caller's transaction and returns the number of
 * visits.
 */
export async function planVisitsOfYear(
  ctx: Ctx,
  contract: AgreedContract,
): Promise<{ ok: true; visits: number } | Refused> {
  const opening = await getOpening(ctx);
  const entitled = await ctx.db
    .selectFrom("contractEntitlements")
    .select(["kind", "total"])
    .where("contractId", "=", contract.id)
    .execute();
  const countOf = (kind: PlannedKind) => entitled.find((one) => one.kind === kind)?.total ?? 0;
  const first = addDays(dubaiDate(ctx.now), FIRST_AFTER_DAYS);
  const year = {
    startsOn: contract.startsOn > first ? contract.startsOn : first,
    endsOn: contract.endsOn,
  };
  // The office plans the visits of a contract that is about to end.
  if (year.startsOn >= year.endsOn) return { ok: true, visits: 0 };
  const counts = Object.fromEntries(plannedKinds.map((kind) => [kind, countOf(kind)])) as Record<
    PlannedKind,
    number
  >;
  const planned = planVisits(year, counts, (day) => isOpenOn(opening, day));
  for (const visit of planned) {
    const placed = await planVisit(ctx, contract, visit, opening);
    if (!placed.ok) return placed;
  }
  return { ok: true, visits: planned.length };
}

/**
 * Books a visit on the requested day, or on the nearest day with a free technician. Without one the booking
 * is unassigned.
 */
export async function planVisit(
  ctx: Ctx,
  contract: AgreedContract,
  { kind, day }: { kind: PlannedKind; day: string },
  opening?: Opening,
): Promise<{ ok: true; bookingId: string } | Refused> {
  const left = await lockRemaining(ctx, contract.id, kind);
  if (left < 1) return refuse("entitlement-used-up");
  const service = await findService(ctx, plannedVisitServices[kind]);
  if (!service) return refuse("unknown-service");
  const open = opening ?? (await getOpening(ctx));
  const within = { from: contract.startsOn, to: contract.endsOn };
  const slot = await findNearestSlot(ctx, { service, day, opening: open, within });
  const form = {
    customerName: contract.contactName,
    email: contract.contactEmail,
    phone: contract.contactPhone,
    service: service.id,
    message: inLocale(localeOrDefault(contract.language), () => messageOf(contract.reference, kind)),
    address: "",
    addressParts: await getPropertyAddress(ctx, contract.propertyId),
    items: [],
    photoIds: [],
  };
  const onBehalf = {
    customerId: contract.customerId,
    agreed: { totalFils: 0, language: localeOrDefault(contract.language), scheduled: true as const },
  };
  // A concurrent booking may have taken the technician; then the booking is unassigned on that day.
  const placed =
    (slot &&
      (await inTransaction(ctx, (ctx) =>
        createBooking(ctx, { ...form, preferredDate: slot.day, preferredTime: slot.time }, onBehalf, null),
      ))) ||
    null;
  const booked = placed?.ok
    ? placed
    : await createBooking(ctx, { ...form, preferredDate: day }, onBehalf, null);
  if (!booked.ok) throw new Error(`No visit of contract ${contract.reference} was planned: ${booked.reason}`);
  const { bookingId } = booked;
  await ctx.db
    .insertInto("entitlementUses")
    .values({ bookingId, contractId: contract.id, kind, quantity: 1, isPlannedVisit: true })
    .execute();
  await emit(ctx, "contract.visit-planned", contract.id, { bookingId, kind });
  return { ok: true, bookingId };
}

/** Remaining amount of an entitlement, locked until the end of the transaction. */
async function lockRemaining(ctx: Ctx, contractId: string, kind: PlannedKind): Promise<number> {
  await ctx.db
    .selectFrom("contractEntitlements")
    .select("kind")
    .where("contractId", "=", contractId)
    .where("kind", "=", kind)
    .forUpdate()
    .execute();
  const row = await ctx.db
    .selectFrom("entitlementBalances")
    .select(sql<number>`total - used - planned`.as("left"))
    .where("contractId", "=", contractId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row?.left ?? 0;
}

function messageOf(reference: string, kind: PlannedKind): string {
  return kind === "ac-visit" ? m.contract_visit_ac({ reference }) : m.contract_visit_check({ reference });
}
