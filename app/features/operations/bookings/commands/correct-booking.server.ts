import { sql, type Updateable } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { addMinutes, dubaiDate, dubaiTime } from "~/platform/time";
import { findService, listBookableItems, type Service } from "../../../core/catalogue/queries.server";
import { correctContact } from "../../../core/customers/correct-contact.server";
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
import { flattenAddress } from "../../../core/properties/property";
import { matchProperty } from "../../../core/properties/write-properties.server";
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
 * Corrects wrongly recorded facts, including visits ahead and under way (docs/domain.md, "Bookings"). New
 * conflicts are refused with `visits-affected` until the office gives a reason (`override`) or unassigns the
 * visits (`unassign`). Technicians who are already en route are never unassigned.
 */
export const correctBooking = command(
  "bookings.manage",
  async function correctBooking(
    ctx,
    input: Correction & {
      bookingId: string;
      version: number;
      override?: string;
      unassign?: boolean;
      updateCustomer?: boolean;
    },
  ) {
    await lockVisitDays(ctx, input.bookingId);
    const locked = await lockBooking(ctx, input.bookingId, input.version);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    const before = await loadCorrectable(ctx, booking.id);
    const fields = findChangedFields(before, input);
    if (fields.length === 0) return { ok: true };
    const decision = validateCorrection({ by, state: booking.state, fields });
    if (!decision.ok) return decision;
    const has = (field: CorrectedField) => fields.includes(field);

    const service = has("service") ? await findService(ctx, input.service!) : before.service;
    if (!service) return refuse("unknown-service");
    if (service.emergency !== booking.emergency) return refuse("emergency-not-correctable");
    const trade = has("trade") && input.trade ? await findService(ctx, input.trade) : null;
    if (has("trade") && input.trade && (!trade || trade.emergency)) return refuse("unknown-trade");
    const tradeId = has("trade") ? (trade?.id ?? null) : before.tradeId;
    const repricing = has("service") || has("trade") || has("lines");
    const price = repricing ? await repriceBooking(ctx, before, { ...input, service, tradeId }) : null;
    if (repricing && !price) return refuse("unknown-item");
    const invoiced = !before.hasOwnPrice && (await isInvoiced(ctx, booking.id));
    if (price && invoiced) return refuse("invoiced");
    const address = has("address") ? input.addressParts! : before.addressParts;
    const addressChange = has("address") ? await addressColumns(ctx, before.customerId, address) : null;
    const isPriced = !before.hasOwnPrice && !invoiced && (price !== null || addressChange !== null);
    const covered = isPriced
      ? await reapplyContract(ctx, before, {
          bookingId: booking.id,
          price,
          propertyId: addressChange?.propertyId ?? before.propertyId,
          contract: input.contract,
        })
      : null;
    const times = price ? timesOf(before, service, price) : before;
    const work: CorrectedWork = {
      service: { ...service, bufferMin: times.bufferMin ?? service.bufferMin },
      skills: service.emergency
        ? [tradeId ?? service.id]
        : price
          ? requiredSkillsFor(service.id, price.lines)
          : booking.skills,
      durationMin: has("duration") ? input.durationMin! : times.durationMin,
      area: address.area,
    };

    const override = input.override?.trim() || undefined;
    const visits = fields.some(isWorkField) ? await correctVisits(ctx, booking, before, work) : [];
    const affected = visits.filter(({ crewConflicts }) => crewConflicts.length > 0);
    const willBeUnassigned = ({ visit, crewConflicts }: CorrectedVisit) =>
      Boolean(input.unassign) && crewConflicts.length > 0 && isPlanned(visit);
    const staying = affected.filter((corrected) => !willBeUnassigned(corrected));
    if (staying.length > 0 && !override)
      return refuse("visits-affected", { visits: affected.map(affectedVisitView) });
    const busy = staying
      .flatMap(({ crewConflicts }) => crewConflicts)
      .find(({ conflicts }) => conflicts.includes("busy"));
    if (busy) return refuse("technician-busy", busy.isLead ? {} : { who: busy.name });

    const change: BookingChange = {
      ...(has("service") ? { serviceId: service.id } : {}),
      ...(price ? { durationMin: times.durationMin, bufferMin: times.bufferMin } : {}),
      ...(covered ? { estimateFils: covered.totalFils } : {}),
      ...(has("trade") ? { tradeId } : {}),
      ...addressChange,
      ...(has("duration") ? { durationMin: input.durationMin } : {}),
      ...(has("name") ? { contactName: input.customerName } : {}),
      ...(has("phone") ? { contactPhone: input.phone } : {}),
      // The new link number revokes the link at the previous address.
      ...(has("email")
        ? { contactEmail: input.email, linkVersion: before.linkNo + (before.email === null ? 0 : 1) }
        : {}),
      ...(has("message") ? { message: input.message } : {}),
    };
    if (input.updateCustomer && (has("name") || has("phone") || has("email"))) {
      const customer = await correctContact(ctx, before.customerId, {
        ...(has("name") ? { name: input.customerName } : {}),
        ...(has("phone") ? { phone: input.phone } : {}),
        ...(has("email") ? { email: input.email } : {}),
      });
      if (!customer.ok) return customer;
    }
    await ctx.db.updateTable("bookings").set(change).where("id", "=", booking.id).execute();
    if (covered) await replaceLines(ctx, booking.id, covered);
    await advanceBooking(ctx, booking, booking.state);
    const resized = visits.find(
      (corrected) =>
        (!willBeUnassigned(corrected) || corrected.visit.helpers.length > 0) &&
        corrected.durationMin !== minutesOf(corrected.visit),
    );
    await recordTimelineEntry(ctx, booking.id, {
      event: fields.some(isWorkField) ? "correct" : "correctContact",
      from: booking.state,
      to: booking.state,
      version: booking.version,
      reason: staying.length > 0 ? override : null,
      detail: {
        corrected: fields,
        ...(resized ? placementChange(resized) : {}),
        ...(staying.length > 0
          ? { conflicts: uniqueConflicts(staying.flatMap(({ crewConflicts }) => crewConflicts)) }
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
    for (const { visit, durationMin, crewConflicts } of visits.filter(willBeUnassigned)) {
      // The lead last, so that a remaining helper can take over.
      for (const { rowId } of crewConflicts.toSorted((a, b) => Number(a.isLead) - Number(b.isLead))) {
        const unassigned = await unassignVisit(ctx, {
          bookingId: booking.id,
          version,
          visitId: rowId,
          back: { day: dubaiDate(visit.startsAt), time: dubaiTime(visit.startsAt), durationMin },
        });
        if (!unassigned.ok) return unassigned;
        version = unassigned.version;
      }
    }
    for (const corrected of visits) {
      if (!(await updateVisit(ctx, corrected, work))) return refuse("technician-busy");
    }
    return { ok: true };
  },
);

/** Locks days before the booking, the global lock order, to avoid deadlocks. */
async function lockVisitDays(ctx: Ctx, bookingId: string): Promise<void> {
  const visits = await ctx.db
    .selectFrom("visits")
    .select("startsAt")
    .where("bookingId", "=", bookingId)
    .where("live", "=", true)
    .execute();
  const days = new Set(visits.map(({ startsAt }) => dubaiDate(startsAt)));
  for (const day of [...days].sort()) await lockDay(ctx, day);
}

function findChangedFields(before: Correctable, input: Correction): CorrectedField[] {
  const { addressParts } = input;
  const differs: Record<CorrectedField, boolean> = {
    service: isChanged(input.service, before.service.id),
    // Emergencies are always their trade's call-out.
    lines:
      !before.hasOwnPrice &&
      (isChanged(input.contract, isCovered(before.lines)) ||
        (!before.service.emergency &&
          (isChanged(input.outOfHours, isOutOfHours(before)) ||
            isChanged(input.items && itemsKey(input.items), itemsKey(itemsOfLines(before)))))),
    trade: before.service.emergency && isChanged(input.trade, before.tradeId),
    address:
      addressParts !== undefined &&
      Object.entries(addressParts).some(([part, value]) =>
        isChanged(value, before.addressParts[part as "street"]),
      ),
    duration: isChanged(input.durationMin, before.durationMin ?? before.service.durationMin),
    name: isChanged(input.customerName, before.name),
    phone: isChanged(input.phone, before.phone),
    email: isChanged(input.email, before.email),
    message: isChanged(input.message, before.message),
  };
  return correctedFields.filter((field) => differs[field]);
}

function isChanged<Value>(input: Value | undefined, before: Value): boolean {
  return input !== undefined && input !== before;
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
 * Items booked before keep their price, new ones take today's. Surcharges stay unless the office changes
 * them. Null for an unknown item.
 */
async function repriceBooking(
  ctx: Ctx,
  before: Correctable,
  input: Pick<Correction, "items" | "outOfHours"> & { service: Service; tradeId: string | null },
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
async function reapplyContract(
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
  const storedChoice = chooseItems(before.lineItems, { ...before, items: itemsOfLines(before) }) ?? [];
  const jobBefore = jobForPrice(before.service, priceBooking(storedChoice, null));
  const wasDefault =
    before.durationMin === overriddenMinutes(jobBefore.durationMin, before.service.durationMin);
  return {
    durationMin: wasDefault ? overriddenMinutes(job.durationMin, service.durationMin) : before.durationMin,
    bufferMin: overriddenMinutes(job.bufferMin, service.bufferMin),
  };
}

async function addressColumns(
  ctx: Ctx,
  customerId: string,
  address: Correctable["addressParts"],
): Promise<BookingChange & { propertyId: string }> {
  return {
    address: flattenAddress(address),
    addressParts: JSON.stringify(address),
    area: address.area,
    propertyId: await matchProperty(ctx, customerId, address),
  };
}

interface CorrectedWork {
  service: Service;
  skills: readonly string[];
  /** Duration in minutes; null if the default of the service applies. */
  durationMin: number | null;
  area: string;
}

interface CorrectedVisit {
  visit: LockedVisit;
  durationMin: number;
  crewConflicts: CrewConflict[];
  bookingId: string;
  reference: string;
  work: CorrectedWork;
}

interface CrewConflict {
  /** Id of the visit, or of the helper's row. */
  rowId: string;
  isLead: boolean;
  technicianId: string;
  name: string;
  conflicts: Conflict[];
}

/** A resized visit keeps its length unless the duration itself is corrected. */
async function correctVisits(
  ctx: Ctx,
  booking: LockedBooking,
  before: Correctable,
  work: CorrectedWork,
): Promise<CorrectedVisit[]> {
  const defaultMin = before.durationMin ?? before.service.durationMin;
  const resized = work.durationMin !== before.durationMin;
  const corrected: CorrectedVisit[] = [];
  for (const visit of booking.visits.filter((candidate) => isPlanned(candidate) || isUnderWay(candidate))) {
    const length = minutesOf(visit);
    const durationMin =
      resized || length === defaultMin ? (work.durationMin ?? work.service.durationMin) : length;
    const previousWork = {
      service: { ...before.service, bufferMin: before.bufferMin ?? before.service.bufferMin },
      skills: booking.skills,
      area: booking.area,
      durationMin: length,
    };
    const conflictsBefore = await findCrewConflicts(ctx, booking, visit, previousWork);
    const conflictsNow = await findCrewConflicts(ctx, booking, visit, { ...work, durationMin });
    corrected.push({
      visit,
      durationMin,
      crewConflicts: conflictsNow
        .map((person, index) => ({
          ...person,
          // An accepted conflict does not carry over to another skill or area.
          conflicts: person.conflicts.filter(
            (conflict) =>
              !conflictsBefore[index]!.conflicts.includes(conflict) ||
              (conflict === "no-skill" && !sameSkills(work.skills, booking.skills)) ||
              ((conflict === "travel" || conflict === "out-of-zone") && work.area !== booking.area),
          ),
        }))
        .filter(({ conflicts }) => conflicts.length > 0),
      bookingId: booking.id,
      reference: before.reference,
      work,
    });
  }
  return corrected;
}

/** Lead first; empty if unassigned. */
async function findCrewConflicts(
  ctx: Ctx,
  { emergency }: LockedBooking,
  visit: LockedVisit,
  { service, skills, durationMin, area }: CorrectedWork & { durationMin: number },
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
  const timeSlot = toTimeSlot({ ...service, durationMin }, day, dubaiTime(visit.startsAt));
  return [{ id: visit.id, technicianId: lead }, ...visit.helpers].map(({ id: rowId, technicianId }) => {
    const technician = roster.technicians.find(({ id }) => id === technicianId)!;
    const conflicts = findPlacementWarnings(technician, roster, timeSlot, { area, now: ctx.now, emergency });
    return {
      ...{ rowId, isLead: rowId === visit.id, technicianId, name: technician.name },
      conflicts: conflicts.filter((conflict) => conflict !== "past"),
    };
  });
}

function uniqueConflicts(people: readonly CrewConflict[]): Conflict[] {
  return [...new Set(people.flatMap(({ conflicts }) => conflicts))];
}

function affectedVisitView({ visit, crewConflicts, bookingId, reference, work }: CorrectedVisit) {
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
async function updateVisit(
  ctx: Ctx,
  { visit, durationMin }: CorrectedVisit,
  work: CorrectedWork,
): Promise<boolean> {
  try {
    await ctx.db
      .updateTable("visits")
      .set({
        area: work.area,
        bufferMin: work.service.bufferMin,
        endsAt: addMinutes(visit.startsAt, durationMin),
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

function minutesOf({ startsAt, endsAt }: LockedVisit): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000;
}
