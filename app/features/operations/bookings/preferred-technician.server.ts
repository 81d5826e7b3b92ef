import { sql } from "kysely";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { openAsCustomer } from "./link/booking-link.server";
import { actingRole } from "./policy";
import type { PreferredTechnician } from "./visits/views";

/*
 * A technician is preferred by naming a booking that they finished (docs/domain.md, "Bookings"). Otherwise
 * callers could learn which technicians visited other customers.
 */

/** Column for queries on `bookings`; null without a preference. */
export const preferredTechnicianColumn = sql<PreferredTechnician | null>`(
  SELECT jsonb_build_object('technicianId', preferred.id, 'name', preferred.name, 'availability', CASE
    WHEN NOT preferred.active THEN 'left'
    WHEN EXISTS (
      SELECT coalesce(bookings.trade_id, bookings.service_id) UNION SELECT booking_lines.service_id FROM booking_lines
        WHERE booking_lines.booking_id = bookings.id AND NOT bookings.emergency
      EXCEPT SELECT technician_skills.service_id FROM technician_skills WHERE technician_skills.technician_id = preferred.id
    ) THEN 'untrained' ELSE 'available' END)
  FROM technicians AS preferred WHERE preferred.id = bookings.preferred_technician_id)`.as(
  "preferredTechnician",
);

async function findLastTechnician(ctx: Ctx, bookingId: string): Promise<string | null> {
  const visit = await ctx.db
    .selectFrom("visits")
    .select("technicianId")
    .where("bookingId", "=", bookingId)
    .where("state", "=", "work_done")
    .where("leadVisitId", "is", null)
    .where("technicianId", "is not", null)
    .orderBy("endedAt", (at) => at.desc().nullsLast())
    .orderBy("startsAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return visit?.technicianId ?? null;
}

type PreferenceResult = { ok: true; technicianId: string | null } | Refusal<"unknown-former-technician">;

/**
 * `reference`: a finished booking of the customer. All others are refused alike, so that the answer reveals
 * nothing.
 */
export async function resolvePreferredTechnician(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  reference: string | undefined,
): Promise<PreferenceResult> {
  if (!reference) return { ok: true, technicianId: null };
  const opened = await openAsCustomer(ctx, config, reference, "");
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "userId"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  const isCustomersBooking =
    !opened.isExpired &&
    booking &&
    actingRole(opened.ctx.actor, { id: booking.id, userId: booking.userId }, ctx.now) === "customer";
  const technicianId = isCustomersBooking ? await findLastTechnician(ctx, booking.id) : null;
  return technicianId ? { ok: true, technicianId } : refuse("unknown-former-technician");
}

export async function resolvePreferredTechnicianForOffice(
  ctx: Ctx,
  customerId: string | undefined,
  reference: string | undefined,
): Promise<PreferenceResult> {
  if (!reference) return { ok: true, technicianId: null };
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "customerId"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  const isCustomersBooking = booking && customerId !== undefined && booking.customerId === customerId;
  const technicianId = isCustomersBooking ? await findLastTechnician(ctx, booking.id) : null;
  return technicianId ? { ok: true, technicianId } : refuse("unknown-former-technician");
}
