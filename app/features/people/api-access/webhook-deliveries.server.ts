import { sql } from "kysely";
import { type Person, userRoles } from "~/platform/auth/actor";
import { enforceSecondFactor, type SecondFactorCheck } from "~/platform/auth/enforce-second-factor.server";
import type { Ctx } from "~/platform/context";
import type { OutboxEvent } from "~/platform/events/events.server";
import { addMinutes } from "~/platform/time";
import {
  mayHear,
  publicEventName,
  subjectOf,
  type WebhookEvent,
  type WebhookSubject,
} from "./webhook-events";

/** Parts of a booking; their own ids go with the event. */
const bookingParts: readonly WebhookSubject[] = ["visit", "recurring-booking", "review"];

interface RecordSource {
  table: string;
  /** API path of the record, or of its customer. */
  path: (id: string, customerId: string) => string;
}

/** Table and API path by subject. */
const recordSources: Record<WebhookSubject, RecordSource> = {
  booking: { table: "bookings", path: (id) => `bookings/${id}` },
  visit: { table: "bookings", path: (id) => `bookings/${id}` },
  "recurring-booking": { table: "bookings", path: (id) => `bookings/${id}/recurrence` },
  review: { table: "bookings", path: (id) => `bookings/${id}/feedback` },
  contract: { table: "contracts", path: (id) => `contracts/${id}` },
  quote: { table: "quotes", path: (id) => `quotes/${id}` },
  invoice: { table: "invoices", path: (id) => `invoices/${id}` },
  payment: { table: "payments", path: (id) => `payments/${id}` },
  // Part of the customer's money.
  refund: { table: "refunds", path: (_, customerId) => `customers/${customerId}/balance` },
};

/**
 * Creates a delivery of each event for every subscribed webhook whose owner may read the record, in the
 * caller's transaction. Returns whether there are any.
 */
export async function queueDeliveries(
  ctx: Ctx,
  events: readonly OutboxEvent[],
  isSecondFactorRequired: SecondFactorCheck,
): Promise<boolean> {
  const deliveries = events.flatMap((event) => {
    const data = event.data as { visitId?: string | null; recurringBookingId?: string };
    const name = event.subjectId === null ? null : publicEventName(event.type, data);
    return name ? [{ ...event, name, partId: data.recurringBookingId ?? data.visitId ?? null }] : [];
  });
  if (deliveries.length === 0) return false;
  const webhooks = await listSubscribers(ctx, isSecondFactorRequired);
  let queued = false;
  for (const event of deliveries) {
    const subscribed = webhooks.filter(
      ({ isOn, events, maker }) => isOn && events.includes(event.name) && mayHear(maker, event.name),
    );
    if (subscribed.length === 0) continue;
    const body = await bodyOf(ctx, event);
    await ctx.db
      .insertInto("webhookDeliveries")
      .values(
        subscribed.map(({ id }) => ({
          webhookId: id,
          trailId: event.id,
          event: event.name,
          body,
          traceparent: event.traceparent,
          createdAt: ctx.now,
        })),
      )
      .execute();
    queued = true;
  }
  return queued;
}

interface Listener {
  id: string;
  isOn: boolean;
  events: readonly string[];
  maker: Person;
}

/** Webhooks with their owners' current state; none of disabled owners. */
export async function listSubscribers(
  ctx: Ctx,
  isSecondFactorRequired: SecondFactorCheck,
): Promise<Listener[]> {
  const rows = await ctx.db
    .selectFrom("webhooks")
    .innerJoin("users", "users.id", "webhooks.userId")
    .select([
      "webhooks.id",
      "disabledAt",
      "events",
      "users.id as userId",
      "name",
      "email",
      "role",
      "twoFactorEnabled",
    ])
    .where("banned", "=", false)
    .execute();
  const listeners: Listener[] = [];
  for (const { id, disabledAt, events, role, twoFactorEnabled, ...named } of rows) {
    const person = { ...named, twoFactor: twoFactorEnabled };
    if (!userRoles.includes(role)) continue;
    const maker = await enforceSecondFactor(ctx, role, person, isSecondFactorRequired);
    listeners.push({ id, isOn: disabledAt === null, events, maker });
  }
  return listeners;
}

/** Thin body: record id and API path, because the API checks permissions and returns the current state. */
async function bodyOf(
  ctx: Ctx,
  {
    id,
    name,
    subjectId,
    partId,
  }: { id: number; name: WebhookEvent; subjectId: string; partId: string | null },
): Promise<string> {
  const subject = subjectOf(name);
  const isPart = bookingParts.includes(subject);
  const { table, path } = recordSources[subject];
  const { rows } = await sql<{ at: Date; reference: string | null; customer: string | null }>`
    SELECT trail.at, record.reference, record.customer_id AS customer FROM trail
    LEFT JOIN ${sql.table(table)} AS record ON record.id = ${subjectId}::uuid
    WHERE trail.id = ${id}`.execute(ctx.db);
  const { at, reference, customer } = rows[0]!;
  return JSON.stringify({
    type: name,
    timestamp: at.toISOString(),
    data: {
      id: isPart ? (partId ?? subjectId) : subjectId,
      ...(isPart ? { bookingId: subjectId } : {}),
      reference,
      href: `/api/admin/${path(subjectId, customer ?? "")}`,
    },
  });
}

/** Retention of deliveries in days. */
const RETENTION_DAYS = 30;

/** Purges old deliveries and expired secrets. */
export async function purgeDeliveries(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("webhookDeliveries")
    .where("createdAt", "<", addMinutes(ctx.now, -RETENTION_DAYS * 24 * 60))
    .execute();
  await ctx.db
    .updateTable("webhooks")
    .set({ previousSecret: null, previousSecretExpiresAt: null })
    .where("previousSecretExpiresAt", "<=", ctx.now)
    .execute();
}
