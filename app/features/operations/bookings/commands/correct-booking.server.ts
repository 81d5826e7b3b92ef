import { sql, type Updateable } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { emit } from "~/platform/events/events.server";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { findService } from "../../../core/catalogue/queries.server";
import { correctContact } from "../../../core/customers/correct-contact.server";
import { withStoredArea } from "../../../core/geography/community-names";
import { isCovered } from "../../../core/packages/entitlements/apply-entitlements";
import { flattenAddress } from "../../../core/properties/property";
import { matchProperty } from "../../../core/properties/write-properties.server";
import { moveBookingAccess } from "../../access/write-access.server";
import { lockDay } from "../../scheduling/place-visit.server";
import { type CorrectedField, correctedFields, isPlanned, isWorkField, validateCorrection } from "../booking";
import {
  isOutOfHours,
  itemsOfLines,
  reapplyContract,
  repriceBooking,
  timesOf,
} from "../corrections/correct-price.server";
import {
  affectedVisitView,
  type CorrectedVisit,
  type CorrectedWork,
  correctVisits,
  minutesOf,
  placementChange,
  uniqueConflicts,
  updateVisit,
} from "../corrections/correct-visits.server";
import { type Correctable, describeBooking, loadCorrectable } from "../corrections/correctable.server";
import type { Correction } from "../corrections/correction";
import { schedulePendingCorrectionNotification } from "../corrections/pending-correction-notifications.server";
import { requiredSkillsFor } from "../lines/booking-lines";
import { itemsKey } from "../lines/item-fields";
import { replaceLines } from "../lines/lines.server";
import { advanceBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
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
    const price = repricing ? await repriceBooking(ctx, before, { ...input, service }) : null;
    if (repricing && !price) return refuse("unknown-item");
    const invoiced = !before.hasOwnPrice && (await isInvoiced(ctx, booking.id));
    if (price && invoiced) return refuse("invoiced");
    const address = has("address") ? withStoredArea(input.addressParts!) : before.addressParts;
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
      ...(has("email") ? { contactEmail: input.email } : {}),
      // The new link number revokes the link at the previous address or phone.
      ...((has("email") && before.email !== null) ||
      (has("phone") && (await isLinkTexted(ctx, booking.id, before)))
        ? { linkVersion: before.linkNo + 1 }
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
    if (addressChange) await moveBookingAccess(ctx, booking.id, addressChange.propertyId);
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

/** A text message with the link went, or waits to go, to the phone. */
async function isLinkTexted(
  ctx: Ctx,
  bookingId: string,
  { phone, requestedAt }: Pick<Correctable, "phone" | "requestedAt">,
): Promise<boolean> {
  const text = await ctx.db
    .selectFrom("messages")
    .innerJoin("trail", "trail.id", "messages.trailId")
    .select("messages.id")
    .where("trail.subjectId", "=", bookingId)
    .where(isInMonthsSince("trail.id", requestedAt))
    .where("messages.recipient", "=", phone)
    .limit(1)
    .executeTakeFirst();
  return text !== undefined;
}

/** The database enforces this rule, too: the price of invoiced work changes only by credit note. */
async function isInvoiced(ctx: Ctx, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{
    invoiced: boolean;
  }>`SELECT is_booking_invoiced(${bookingId}) AS invoiced`.execute(ctx.db);
  return rows[0]!.invoiced;
}
