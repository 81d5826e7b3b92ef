import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { actingRole } from "./policy";
import type { FormerTechnician } from "./request/views";

/** Older technicians are unlikely to be meant. */
const MAX_ITEMS = 5;

export const listMyFormerTechnicians = query("account.use", async function listMyFormerTechnicians(ctx) {
  const userId = userIdOf(ctx.actor);
  return userId ? listFormerTechnicians(ctx, sql`bookings.user_id = ${userId}`) : [];
});

export const listFormerTechniciansOfCustomer = query(
  "bookings.manage",
  async function listFormerTechniciansOfCustomer(ctx, customerId: string) {
    return listFormerTechnicians(ctx, sql`bookings.customer_id = ${customerId}`);
  },
);

/** Null if the caller is not the booking's customer. */
export const listFormerTechniciansOfBooking = query(
  "website.open-link",
  async function listFormerTechniciansOfBooking(
    ctx,
    bookingId: string,
  ): Promise<{ technicians: FormerTechnician[] } | null> {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select(["id", "userId"])
      .where("id", "=", bookingId)
      .executeTakeFirst();
    if (!booking) return null;
    const by = actingRole(ctx.actor, { id: booking.id, userId: booking.userId }, ctx.now);
    if (by !== "customer") return null;
    return { technicians: await listFormerTechnicians(ctx, sql`bookings.id = ${bookingId}`) };
  },
);

async function listFormerTechnicians(
  ctx: Ctx,
  condition: ReturnType<typeof sql>,
): Promise<FormerTechnician[]> {
  const { rows } = await sql<FormerTechnician>`
    SELECT last.reference, technicians.name,
      ARRAY(SELECT service_id FROM technician_skills WHERE technician_id = technicians.id ORDER BY 1) AS services
    FROM (
      SELECT DISTINCT ON (done.technician_id) done.technician_id, done.reference, done.ended_at
      FROM (
        SELECT DISTINCT ON (bookings.id) bookings.reference, visits.technician_id, coalesce(visits.ended_at, visits.ends_at) AS ended_at
        FROM bookings JOIN visits ON visits.booking_id = bookings.id
        WHERE ${condition} AND visits.state = 'work_done' AND visits.lead_visit_id IS NULL AND visits.technician_id IS NOT NULL
        ORDER BY bookings.id, visits.ended_at DESC NULLS LAST, visits.starts_at DESC
      ) AS done
      ORDER BY done.technician_id, done.ended_at DESC
    ) AS last JOIN technicians ON technicians.id = last.technician_id
    WHERE technicians.active
    ORDER BY last.ended_at DESC
    LIMIT ${MAX_ITEMS}`.execute(ctx.db);
  return rows;
}
