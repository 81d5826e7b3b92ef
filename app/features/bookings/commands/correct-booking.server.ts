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
import { coverPrice, isCovered, withoutCover } from "../../packages/entitlements/cover";
import { keepUses, lockCover, releaseUses } from "../../packages/entitlements/cover.server";
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
import { itemsKey } from "../lines/item-names";
import { replaceLines } from "../lines/lines.server";
import { advanceBooking, type LockedBooking, type LockedVisit, lockBooking } from "../lock-booking.server";
import type { ChosenItem } from "../schema";
import { recordTimelineEntry } from "../timeline.server";
import { placementSnapshot } from "../visits/apply-placement.server";
import { unassignVisit } from "./change-visit.server";

type BookingChange = Updateable<Tables["bookings"]>;

/**
 * Puts right what was written down wrongly (docs/domain.md, "Bookings"): what is given and differs. Visits ahead and under
 * way follow. Where the correction brings something into their way, it is refused with those visits (`visits-affected`)
 * until the office says what becomes of them: they stay as they are, for a typed reason (`override`), or lose their
 * technician (`unassign`), which none does who is on the way. `alsoCustomer`: the contact is wrong in the customer's
 * record, too.
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
    await lockDaysOf(ctx, asked.bookingId);
    const locked = await lockBooking(ctx, asked.bookingId, asked.version);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    const before = await loadCorrectable(ctx, booking.id);
    const fields = differing(before, asked);
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
    const price = repricing ? await priceAnew(ctx, before, { ...asked, service, tradeId }) : null;
    if (repricing && !price) return refuse("unknown-item");
    const invoiced = !before.hasOwnPrice && (await isInvoiced(ctx, booking.id));
    if (price && invoiced) return refuse("invoiced");
    const address = has("address") ? asked.addressParts! : before.addressParts;
    const moved = has("address") ? await addressColumns(ctx, before.customerId, address) : null;
    const isPriced = !before.hasOwnPrice && !invoiced && (price !== null || moved !== null);
    const covered = isPriced
      ? await coverAnew(ctx, before, {
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
    const visits = fields.some(isWorkField) ? await followingVisits(ctx, booking, before, work) : [];
    const affected = visits.filter(({ hindered }) => hindered.length > 0);
    const leaves = (one: FollowingVisit) =>
      Boolean(asked.unassign) && one.hindered.length > 0 && isPlanned(one.visit);
    const kept = affected.filter((one) => !leaves(one));
    if (kept.length > 0 && !override) return refuse("visits-affected", { visits: affected.map(asAffected) });
    const busy = kept.flatMap(({ hindered }) => hindered).find(({ conflicts }) => conflicts.includes("busy"));
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
      // Whoever got the mails until now follows it no longer.
      ...(has("email")
        ? { contact_email: asked.email, link_no: before.linkNo + (before.email === null ? 0 : 1) }
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
      (one) => (!leaves(one) || one.visit.helpers.length > 0) && one.durationMin !== lengthOf(one.visit),
    );
    await recordTimelineEntry(ctx, booking.id, {
      move: fields.some(isWorkField) ? "correct" : "correctContact",
      from: booking.state,
      to: booking.state,
      version: booking.version,
      reason: kept.length > 0 ? override : null,
      detail: {
        corrected: fields,
        ...(resized ? placesOf(resized) : {}),
        ...(kept.length > 0 ? { conflicts: obstaclesIn(kept.flatMap(({ hindered }) => hindered)) } : {}),
      },
    });
    const after = await loadCorrectable(ctx, booking.id);
    const told = { before: describeBooking(before), after: describeBooking(after), reason: override ?? null };
    const repriced = before.estimateFils !== after.estimateFils;
    await emit(
      ctx,
      "booking.corrected",
      booking.id,
      { version: booking.version + 1, fields, repriced },
      told,
    );
    await schedulePendingCorrectionNotification(ctx, booking, before);

    let version = booking.version + 1;
    for (const { visit, durationMin, hindered } of visits.filter(leaves)) {
      // The lead goes last: the first of those who can stay leads then.
      for (const { row } of hindered.toSorted((a, b) => Number(a.leads) - Number(b.leads))) {
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
      if (!(await follow(ctx, following, work))) return refuse("technician-busy");
    }
    return { ok: true };
  },
);

/** The days before the booking, as everywhere: two that lock in another order would wait for each other. */
async function lockDaysOf(ctx: Ctx, bookingId: string): Promise<void> {
  const visits = await ctx.db
    .selectFrom("visits")
    .select("starts_at")
    .where("booking_id", "=", bookingId)
    .where("live", "=", true)
    .execute();
  const days = new Set(visits.map(({ starts_at }) => dubaiDate(starts_at)));
  for (const day of [...days].sort()) await lockDay(ctx, day);
}

/** What is given, and is not so already. */
function differing(before: Correctable, asked: Correction): CorrectedField[] {
  const { addressParts } = asked;
  const differs: Record<CorrectedField, boolean> = {
    service: isOther(asked.service, before.service.id),
    // An emergency is its trade's call-out.
    lines:
      !before.hasOwnPrice &&
      (isOther(asked.contract, isCovered(before.lines)) ||
        (!before.service.emergency &&
          (isOther(asked.outOfHours, isOutOfHours(before)) ||
            isOther(asked.items && itemsKey(asked.items), itemsKey(parseItems(before)))))),
    // Only emergencies have one.
    trade: before.service.emergency && isOther(asked.trade, before.tradeId),
    address:
      addressParts !== undefined &&
      Object.entries(addressParts).some(([part, value]) =>
        isOther(value, before.addressParts[part as "street"]),
      ),
    duration: isOther(asked.durationMin, before.durationMin ?? before.service.durationMin),
    name: isOther(asked.customerName, before.name),
    phone: isOther(asked.phone, before.phone),
    email: isOther(asked.email, before.email),
    message: isOther(asked.message, before.message),
  };
  return correctedFields.filter((field) => differs[field]);
}

function isOther<Value>(asked: Value | undefined, before: Value): boolean {
  return asked !== undefined && asked !== before;
}

function isOutOfHours({ lines }: Correctable): boolean {
  return lines.some(({ kind }) => kind === "out-of-hours-uplift");
}

/** What is done, as it would be chosen. */
function parseItems({ lines }: Correctable): ChosenItem[] {
  return lines.flatMap(({ serviceId, item, quantity }) =>
    item === null ? [] : [{ service: serviceId, item, quantity }],
  );
}

/**
 * What is done after the correction costs: what was booked before at the price that it was made at, the rest at the price in
 * force today. The uplift stays as it was unless the office says otherwise. Null: it asks for an item that there is not.
 */
async function priceAnew(
  ctx: Ctx,
  before: Correctable,
  asked: Pick<Correction, "items" | "outOfHours"> & { service: Service; tradeId: string | null },
): Promise<BookingPrice | null> {
  const { kept } = before;
  const isKept = (one: { serviceId: string; item: string }) =>
    kept.some(({ serviceId, item }) => serviceId === one.serviceId && item === one.item);
  const book = [...kept, ...(await listMenu(ctx)).filter((one) => !isKept(one))];
  // Another service is another work; what others are to do in the same visit stays.
  const own = asked.service.id === before.service.id;
  const items =
    asked.items ?? parseItems(before).filter(({ service }) => own || service !== before.service.id);
  const chosen = chooseItems(book, { ...asked, items });
  if (asked.service.emergency) return chosen && priceBooking(chosen, "emergency-uplift");
  const outOfHours = asked.outOfHours ?? isOutOfHours(before);
  return chosen && priceBooking(chosen, outOfHours ? "out-of-hours-uplift" : null);
}

/**
 * What of a price the contract of its home pays, with what the booking had taken of it given back before. Where the office had it paid in full although there
 * was a contract, that stays, unless it says otherwise. Nobody is charged twice: the contract that it was priced by goes on, whatever the day.
 */
async function coverAnew(
  ctx: Ctx,
  before: Correctable,
  asked: { bookingId: string; price: BookingPrice | null; propertyId: string; contract?: boolean },
): Promise<BookingPrice | null> {
  const { bookingId, propertyId, contract } = asked;
  await releaseUses(ctx, bookingId);
  const stays = propertyId === before.propertyId;
  const keeps = stays ? (before.lines.find(({ contractId }) => contractId)?.contractId ?? null) : null;
  const terms = await lockCover(ctx, { propertyId, day: before.day, keeps });
  // Somewhere else it costs what it cost.
  if (!terms && !asked.price && !isCovered(before.lines)) return null;
  const price = asked.price ?? priceOfLines(before);
  if (!terms) return withoutCover(price);
  const wasLeftOut =
    stays && !isCovered(before.lines) && isCovered(coverPrice(priceOfLines(before), terms).lines);
  if (!(contract ?? !wasLeftOut)) return withoutCover(price);
  const covered = coverPrice(price, terms);
  await keepUses(ctx, bookingId, terms, covered);
  return covered;
}

/** What it costs as it is. */
function priceOfLines({ lines }: Correctable): BookingPrice {
  return withoutCover({ lines, totalFils: null, minutes: 0, minutesKnown: false, bufferMin: 0 });
}

/** Of what is invoiced, nothing but a credit note changes what it costs; the database refuses it, too. */
async function isInvoiced(ctx: Ctx, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{
    invoiced: boolean;
  }>`SELECT is_booking_invoiced(${bookingId}) AS invoiced`.execute(ctx.db);
  return rows[0]!.invoiced;
}

/** How long the work takes from now on: a length that the office gave it stays. */
function timesOf(before: Correctable, service: Service, price: BookingPrice) {
  const job = jobForPrice(service, price);
  const chosenBefore = chooseItems(before.kept, { ...before, items: parseItems(before) }) ?? [];
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

/** What the visits of a booking are for. */
interface Work {
  service: Service;
  /** What whoever is sent has to be trained for. */
  skills: readonly string[];
  /** Null: as long as the service. */
  durationMin: number | null;
  area: string;
}

/** A visit ahead or under way, and what the correction makes of it. */
interface FollowingVisit {
  visit: LockedVisit;
  durationMin: number;
  /** Into whose way something comes, and what. */
  hindered: Hindered[];
  asked: { bookingId: string; reference: string; work: Work };
}

/** One of those who come to a visit. */
interface Hindered {
  /** The visit itself, or the row of a helper. */
  row: string;
  leads: boolean;
  technicianId: string;
  name: string;
  conflicts: Conflict[];
}

/** A length of its own a visit keeps, unless it is the length that is put right. */
async function followingVisits(
  ctx: Ctx,
  booking: LockedBooking,
  before: Correctable,
  work: Work,
): Promise<FollowingVisit[]> {
  const defaultMin = before.durationMin ?? before.service.durationMin;
  const resized = work.durationMin !== before.durationMin;
  const following: FollowingVisit[] = [];
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
    const already = await obstaclesOf(ctx, booking, visit, was);
    const now = await obstaclesOf(ctx, booking, visit, { ...work, durationMin });
    following.push({
      visit,
      durationMin,
      hindered: now
        .map((person, index) => ({
          ...person,
          // What was agreed to of one skill or area is not agreed to of another.
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

/** What stands in the way of each who comes to a visit, doing such work at its time, whoever leads first; nothing where nobody is sent. */
async function obstaclesOf(
  ctx: Ctx,
  { emergency }: LockedBooking,
  visit: LockedVisit,
  { service, skills, durationMin, area }: Work & { durationMin: number },
): Promise<Hindered[]> {
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

function obstaclesIn(people: readonly Hindered[]): Conflict[] {
  return [...new Set(people.flatMap(({ conflicts }) => conflicts))];
}

function asAffected({ visit, hindered, asked }: FollowingVisit) {
  const { bookingId, reference, work } = asked;
  return {
    id: visit.id,
    bookingId,
    reference,
    serviceName: work.service.name,
    area: work.area,
    startsAt: visit.startsAt.toISOString(),
    conflicts: obstaclesIn(hindered),
    // Of several it is told whom it is about.
    ...(visit.helpers.length > 0
      ? { people: hindered.map(({ name, conflicts }) => ({ name, conflicts })) }
      : {}),
  };
}

/** False when the database refused it because two live visits of one technician would overlap. */
async function follow(ctx: Ctx, { visit, durationMin }: FollowingVisit, work: Work): Promise<boolean> {
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

function placesOf({ visit, durationMin }: FollowingVisit) {
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

/** In minutes. */
function lengthOf({ startsAt, endsAt }: LockedVisit): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000;
}
