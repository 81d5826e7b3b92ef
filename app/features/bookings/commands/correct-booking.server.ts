import { sql, type Updateable } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { addMinutes, dubaiDate, dubaiTime } from "~/platform/time";
import { findService, listMenu, type Service } from "../../catalogue/queries.server";
import { correctContact } from "../../customers/correct-contact.server";
import { matchProperty } from "../../customers/match-customer.server";
import { flattenAddress } from "../../forms/schema";
import { applyEntitlements, isCovered, withoutEntitlements } from "../../packages/entitlements/cover";
import {
  lockEntitlements,
  recordEntitlementUses,
  releaseEntitlements,
} from "../../packages/entitlements/cover.server";
import { type BookingPrice, priceBooking } from "../../pricing/booking-price";
import { lockDay } from "../../scheduling/place-visit.server";
import { loadRoster } from "../../scheduling/roster.server";
import { type Conflict, findPlacementWarnings, toTimeSlot } from "../../scheduling/slots";
import {
  type CorrectedField,
  correctedFields,
  isPlanned,
  isUnderWay,
  isWorkField,
  validateCorrection,
} from "../booking";
import { type Correctable, describeBooking, loadCorrectable } from "../corrections/correctable.server";
import type { Correction } from "../corrections/correction";
import { schedulePendingCorrectionNotification } from "../corrections/pending-correction-notifications.server";
import { chooseItems, jobForPrice, overriddenMinutes, requiredSkillsFor } from "../lines/booking-lines";
import { itemsKey } from "../lines/item-fields";
import { replaceLines } from "../lines/lines.server";
import { advanceBooking, type LockedBooking, type LockedVisit, lockBooking } from "../lock-booking.server";
import type { ChosenItem } from "../schema";
import { recordTimelineEntry } from "../timeline.server";
import { placementSnapshot } from "../visits/apply-placement.server";
import { unassignVisit } from "./change-visit.server";

type BookingChange = Updateable<Tables["bookings"]>;

/**
 * Corrects wrongly recorded facts of a booking (docs/domain.md, "Bookings"), including its visits ahead and
 * under way. If new conflicts arise, refuses with `visits-affected` until the office keeps the visits with a
 * reason (`override`) or unassigns them (`unassign`). Technicians who are already en route are never
 * unassigned. `alsoCustomer`: corrects the customer record, too.
 */
export const correctBooking = command(
  "bookings.manage",
  async (
    ctx,
    asked: Correction & {
      bookingId: string;
      version: number;
      override?: string;
      unassign?: boolean;
      alsoCustomer?: boolean;
    },
  ) => {
    await lockVisitDays(ctx, asked.bookingId);
    const locked = await lockBooking(ctx, asked.bookingId, asked.version);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    const before = await loadCorrectable(ctx, booking.id);
    const fields = findChangedFields(before, asked);
    if (fields.length === 0) return { ok: true };
    const decision = validateCorrection({ by, state: booking.state, fields });
    if (!decision.ok) return decision;
    const has = (field: CorrectedField) => fields.includes(field);

    const service = has("service") ? await findService(ctx, asked.service!) : before.service;
    if (!service) return refuse("unknown-service");
    if (service.emergency !== booking.emergency) return refuse("emergency-stays");
    const trade = has("trade") && asked.trade ? await findService(ctx, asked.trade) : null;
    if (has("trade") && asked.trade && (!trade || trade.emergency)) return refuse("unknown-trade");
    const tradeId = has("trade") ? (trade?.id ?? null) : before.tradeId;
    const repricing = has("service") || has("trade") || has("lines");
    const price = repricing ? await repriceBooking(ctx, before, { ...asked, service, tradeId }) : null;
    if (repricing && !price) return refuse("unknown-item");
    const invoiced = !before.hasOwnPrice && (await isInvoiced(ctx, booking.id));
    if (price && invoiced) return refuse("invoiced");
    const address = has("address") ? asked.addressParts! : before.addressParts;
    const moved = has("address") ? await addressColumns(ctx, before.customerId, address) : null;
    const isPriced = !before.hasOwnPrice && !invoiced && (price !== null || moved !== null);
    const covered = isPriced
      ? await reapplyContract(ctx, before, {
          bookingId: booking.id,
          price,
          propertyId: moved?.property_id ?? before.propertyId,
          contract: asked.contract,
        })
      : null;
    const times = price ? timesOf(before, service, price) : before;
    const work: Work = {
      service: { ...service, bufferMin: times.bufferMin ?? service.bufferMin },
      skills: service.emergency
        ? [tradeId ?? service.id]
        : price
          ? requiredSkillsFor(service.id, price.lines)
          : booking.skills,
      durationMin: has("duration") ? asked.durationMin! : times.durationMin,
      area: address.area,
    };

    const override = asked.override?.trim() || undefined;
    const visits = fields.some(isWorkField) ? await correctVisits(ctx, booking, before, work) : [];
    const affected = visits.filter(({ crewConflicts }) => crewConflicts.length > 0);
    const losesTechnician = (one: CorrectedVisit) =>
      Boolean(asked.unassign) && one.crewConflicts.length > 0 && isPlanned(one.visit);
    const kept = affected.filter((one) => !losesTechnician(one));
    if (kept.length > 0 && !override)
      return refuse("visits-affected", { visits: affected.map(affectedVisitView) });
    const busy = kept
      .flatMap(({ crewConflicts }) => crewConflicts)
      .find(({ conflicts }) => conflicts.includes("busy"));
    if (busy) return refuse("technician-busy", busy.leads ? {} : { who: busy.name });

    const change: BookingChange = {
      ...(has("service") ? { service_id: service.id } : {}),
      ...(price ? { duration_min: times.durationMin, buffer_min: times.bufferMin } : {}),
      ...(covered ? { estimate_fils: covered.totalFils } : {}),
      ...(has("trade") ? { trade_id: tradeId } : {}),
      ...moved,
      ...(has("duration") ? { duration_min: asked.durationMin } : {}),
      ...(has("name") ? { contact_name: asked.customerName } : {}),
      ...(has("phone") ? { contact_phone: asked.phone } : {}),
      // The new link number revokes the link at the previous address.
      ...(has("email")
        ? { contact_email: asked.email, link_version: before.linkNo + (before.email === null ? 0 : 1) }
        : {}),
      ...(has("message") ? { message: asked.message } : {}),
    };
    if (asked.alsoCustomer && (has("name") || has("phone") || has("email"))) {
      const customer = await correctContact(ctx, before.customerId, {
        ...(has("name") ? { name: asked.customerName } : {}),
        ...(has("phone") ? { phone: asked.phone } : {}),
        ...(has("email") ? { email: asked.email } : {}),
      });
      if (!customer.ok) return customer;
    }
    await ctx.db.updateTable("bookings").set(change).where("id", "=", booking.id).execute();
    if (covered) await replaceLines(ctx, booking.id, covered);
    await advanceBooking(ctx, booking, booking.state);
    const resized = visits.find(
      (one) =>
        (!losesTechnician(one) || one.visit.helpers.length > 0) && one.durationMin !== lengthOf(one.visit),
    );
    await recordTimelineEntry(ctx, booking.id, {
      move: fields.some(isWorkField) ? "correct" : "correctContact",
      from: booking.state,
      to: booking.state,
      version: booking.version,
      reason: kept.length > 0 ? override : null,
      detail: {
        corrected: fields,
        ...(resized ? placementChange(resized) : {}),
        ...(kept.length > 0
          ? { conflicts: uniqueConflicts(kept.flatMap(({ crewConflicts }) => crewConflicts)) }
          : {}),
      },
    });
    const after = await loadCorrectable(ctx, booking.id);
    const trailValues = {
      before: describeBooking(before),
      after: describeBooking(after),
      reason: override ?? null,
    };
    const repriced = before.estimateFils !== after.estimateFils;
    await emit(
      ctx,
      "booking.corrected",
      booking.id,
      { version: booking.version + 1, fields, repriced },
      trailValues,
    );
    await schedulePendingCorrectionNotification(ctx, booking, before);

    let version = booking.version + 1;
    for (const { visit, durationMin, crewConflicts } of visits.filter(losesTechnician)) {
      // The lead last, so that a remaining helper can take over.
      for (const { row } of crewConflicts.toSorted((a, b) => Number(a.leads) - Number(b.leads))) {
        const left = await unassignVisit(ctx, {
          bookingId: booking.id,
          version,
          visitId: row,
          back: { day: dubaiDate(visit.startsAt), time: dubaiTime(visit.startsAt), durationMin },
        });
        if (!left.ok) return left;
        version = left.version;
      }
    }
    for (const following of visits) {
      if (!(await updateVisit(ctx, following, work))) return refuse("technician-busy");
    }
    return { ok: true };
  },
);

/** Locks days before the booking, the global lock order, to avoid deadlocks. */
async function lockVisitDays(ctx: Ctx, bookingId: string): Promise<void> {
  const visits = await ctx.db
    .selectFrom("visits")
    .select("starts_at")
    .where("booking_id", "=", bookingId)
    .where("live", "=", true)
    .execute();
  const days = new Set(visits.map(({ starts_at }) => dubaiDate(starts_at)));
  for (const day of [...days].sort()) await lockDay(ctx, day);
}

function findChangedFields(before: Correctable, asked: Correction): CorrectedField[] {
  const { addressParts } = asked;
  const differs: Record<CorrectedField, boolean> = {
    service: isChanged(asked.service, before.service.id),
    // Emergencies are always their trade's call-out.
    lines:
      !before.hasOwnPrice &&
      (isChanged(asked.contract, isCovered(before.lines)) ||
        (!before.service.emergency &&
          (isChanged(asked.outOfHours, isOutOfHours(before)) ||
            isChanged(asked.items && itemsKey(asked.items), itemsKey(itemsOfLines(before)))))),
    // Only emergencies have a trade.
    trade: before.service.emergency && isChanged(asked.trade, before.tradeId),
    address:
      addressParts !== undefined &&
      Object.entries(addressParts).some(([part, value]) =>
        isChanged(value, before.addressParts[part as "street"]),
      ),
    duration: isChanged(asked.durationMin, before.durationMin ?? before.service.durationMin),
    name: isChanged(asked.customerName, before.name),
    phone: isChanged(asked.phone, before.phone),
    email: isChanged(asked.email, before.email),
    message: isChanged(asked.message, before.message),
  };
  return correctedFields.filter((field) => differs[field]);
}

function isChanged<Value>(asked: Value | undefined, before: Value): boolean {
  return asked !== undefined && asked !== before;
}

function isOutOfHours({ lines }: Correctable): boolean {
  return lines.some(({ kind }) => kind === "out-of-hours-uplift");
}

function itemsOfLines({ lines }: Correctable): ChosenItem[] {
  return lines.flatMap(({ serviceId, item, quantity }) =>
    item === null ? [] : [{ service: serviceId, item, quantity }],
  );
}

/**
 * Price after the correction: items booked before keep their price, new ones take today's. Surcharges stay
 * unless the office changes them. Null for an unknown item.
 */
async function repriceBooking(
  ctx: Ctx,
  before: Correctable,
  asked: Pick<Correction, "items" | "outOfHours"> & { service: Service; tradeId: string | null },
): Promise<BookingPrice | null> {
  const { kept } = before;
  const isKept = (one: { serviceId: string; item: string }) =>
    kept.some(({ serviceId, item }) => serviceId === one.serviceId && item === one.item);
  const book = [...kept, ...(await listMenu(ctx)).filter((one) => !isKept(one))];
  const own = asked.service.id === before.service.id;
  const items =
    asked.items ?? itemsOfLines(before).filter(({ service }) => own || service !== before.service.id);
  const chosen = chooseItems(book, { ...asked, items });
  if (asked.service.emergency) return chosen && priceBooking(chosen, "emergency-uplift");
  const outOfHours = asked.outOfHours ?? isOutOfHours(before);
  return chosen && priceBooking(chosen, outOfHours ? "out-of-hours-uplift" : null);
}

/**
 * Recomputes the contract's share after releasing the previous one. A decision by the office to charge in
 * full stays unless changed. The contract of the first pricing continues regardless of the day, so that no
 * visit is charged twice.
 */
async function reapplyContract(
  ctx: Ctx,
  before: Correctable,
  asked: { bookingId: string; price: BookingPrice | null; propertyId: string; contract?: boolean },
): Promise<BookingPrice | null> {
  const { bookingId, propertyId, contract } = asked;
  await releaseEntitlements(ctx, bookingId);
  const stays = propertyId === before.propertyId;
  const keeps = stays ? (before.lines.find(({ contractId }) => contractId)?.contractId ?? null) : null;
  const terms = await lockEntitlements(ctx, { propertyId, day: before.day, keeps });
  // Without a contract at the new property the price stays.
  if (!terms && !asked.price && !isCovered(before.lines)) return null;
  const price = asked.price ?? priceOfLines(before);
  if (!terms) return withoutEntitlements(price);
  const wasLeftOut =
    stays && !isCovered(before.lines) && isCovered(applyEntitlements(priceOfLines(before), terms).lines);
  if (!(contract ?? !wasLeftOut)) return withoutEntitlements(price);
  const covered = applyEntitlements(price, terms);
  await recordEntitlementUses(ctx, bookingId, terms, covered);
  return covered;
}

function priceOfLines({ lines }: Correctable): BookingPrice {
  return withoutEntitlements({ lines, totalFils: null, minutes: 0, minutesKnown: false, bufferMin: 0 });
}

/** The database enforces this rule, too: the price of invoiced work changes only by credit note. */
async function isInvoiced(ctx: Ctx, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{
    invoiced: boolean;
  }>`SELECT is_booking_invoiced(${bookingId}) AS invoiced`.execute(ctx.db);
  return rows[0]!.invoiced;
}

/** A duration set by the office stays. */
function timesOf(before: Correctable, service: Service, price: BookingPrice) {
  const job = jobForPrice(service, price);
  const chosenBefore = chooseItems(before.kept, { ...before, items: itemsOfLines(before) }) ?? [];
  const jobBefore = jobForPrice(before.service, priceBooking(chosenBefore, null));
  const wasAsChosen =
    before.durationMin === overriddenMinutes(jobBefore.durationMin, before.service.durationMin);
  return {
    durationMin: wasAsChosen ? overriddenMinutes(job.durationMin, service.durationMin) : before.durationMin,
    bufferMin: overriddenMinutes(job.bufferMin, service.bufferMin),
  };
}

async function addressColumns(
  ctx: Ctx,
  customerId: string,
  address: Correctable["addressParts"],
): Promise<BookingChange & { property_id: string }> {
  return {
    address: flattenAddress(address),
    address_parts: JSON.stringify(address),
    area: address.area,
    property_id: await matchProperty(ctx, customerId, address),
  };
}

interface Work {
  service: Service;
  skills: readonly string[];
  /** Minutes; null: the service's default. */
  durationMin: number | null;
  area: string;
}

interface CorrectedVisit {
  visit: LockedVisit;
  durationMin: number;
  crewConflicts: CrewConflict[];
  asked: { bookingId: string; reference: string; work: Work };
}

interface CrewConflict {
  /** Id of the visit, or of the helper's row. */
  row: string;
  leads: boolean;
  technicianId: string;
  name: string;
  conflicts: Conflict[];
}

/** A resized visit keeps its length unless the duration itself is corrected. */
async function correctVisits(
  ctx: Ctx,
  booking: LockedBooking,
  before: Correctable,
  work: Work,
): Promise<CorrectedVisit[]> {
  const defaultMin = before.durationMin ?? before.service.durationMin;
  const resized = work.durationMin !== before.durationMin;
  const following: CorrectedVisit[] = [];
  for (const visit of booking.visits.filter((one) => isPlanned(one) || isUnderWay(one))) {
    const length = lengthOf(visit);
    const durationMin =
      resized || length === defaultMin ? (work.durationMin ?? work.service.durationMin) : length;
    const was = {
      service: { ...before.service, bufferMin: before.bufferMin ?? before.service.bufferMin },
      skills: booking.skills,
      area: booking.area,
      durationMin: length,
    };
    const already = await findCrewConflicts(ctx, booking, visit, was);
    const now = await findCrewConflicts(ctx, booking, visit, { ...work, durationMin });
    following.push({
      visit,
      durationMin,
      crewConflicts: now
        .map((person, index) => ({
          ...person,
          // An accepted conflict does not carry over to another skill or area.
          conflicts: person.conflicts.filter(
            (one) =>
              !already[index]!.conflicts.includes(one) ||
              (one === "no-skill" && !sameSkills(work.skills, booking.skills)) ||
              ((one === "travel" || one === "out-of-zone") && work.area !== booking.area),
          ),
        }))
        .filter(({ conflicts }) => conflicts.length > 0),
      asked: { bookingId: booking.id, reference: before.reference, work },
    });
  }
  return following;
}

/** Conflicts of each crew member at the visit's time, lead first; empty if unassigned. */
async function findCrewConflicts(
  ctx: Ctx,
  { emergency }: LockedBooking,
  visit: LockedVisit,
  { service, skills, durationMin, area }: Work & { durationMin: number },
): Promise<CrewConflict[]> {
  const { technicianId: lead } = visit;
  if (!lead) return [];
  const day = dubaiDate(visit.startsAt);
  const roster = await loadRoster(ctx, {
    skills,
    from: day,
    to: day,
    includeUnavailable: true,
    excludedVisitId: visit.id,
  });
  const place = toTimeSlot({ ...service, durationMin }, day, dubaiTime(visit.startsAt));
  return [{ id: visit.id, technicianId: lead }, ...visit.helpers].map(({ id: row, technicianId }) => {
    const technician = roster.technicians.find(({ id }) => id === technicianId)!;
    const conflicts = findPlacementWarnings(technician, roster, place, { area, now: ctx.now, emergency });
    return {
      ...{ row, leads: row === visit.id, technicianId, name: technician.name },
      conflicts: conflicts.filter((one) => one !== "past"),
    };
  });
}

function uniqueConflicts(people: readonly CrewConflict[]): Conflict[] {
  return [...new Set(people.flatMap(({ conflicts }) => conflicts))];
}

function affectedVisitView({ visit, crewConflicts, asked }: CorrectedVisit) {
  const { bookingId, reference, work } = asked;
  return {
    id: visit.id,
    bookingId,
    reference,
    serviceName: work.service.name,
    area: work.area,
    startsAt: visit.startsAt.toISOString(),
    conflicts: uniqueConflicts(crewConflicts),
    ...(visit.helpers.length > 0
      ? { people: crewConflicts.map(({ name, conflicts }) => ({ name, conflicts })) }
      : {}),
  };
}

/** False if the database rejects two overlapping visits of one technician. */
async function updateVisit(ctx: Ctx, { visit, durationMin }: CorrectedVisit, work: Work): Promise<boolean> {
  try {
    await ctx.db
      .updateTable("visits")
      .set({
        area: work.area,
        buffer_min: work.service.bufferMin,
        ends_at: addMinutes(visit.startsAt, durationMin),
      })
      .where("id", "=", visit.id)
      .execute();
    return true;
  } catch (error) {
    if (violatesConstraint("overlap", error)) return false;
    throw error;
  }
}

function placementChange({ visit, durationMin }: CorrectedVisit) {
  const endsAt = addMinutes(visit.startsAt, durationMin);
  return {
    visitId: visit.id,
    before: placementSnapshot(visit),
    after: placementSnapshot({ ...visit, endsAt }),
  };
}

function sameSkills(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((skill) => others.includes(skill));
}

function lengthOf({ startsAt, endsAt }: LockedVisit): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000;
}
