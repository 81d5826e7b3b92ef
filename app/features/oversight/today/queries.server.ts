import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { may } from "~/platform/auth/permissions";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { addMinutes, dubaiDate } from "~/platform/time";
import { findMissingDetails } from "../../core/business/company-details";
import { readSettings } from "../../core/business/read-settings.server";
import { billedName } from "../../core/customers/billed-name.server";
import { listRefusedInstalments } from "../../finance/invoices/contract/refused-instalments.server";
import { loadOverdue } from "../../finance/invoices/overdue/ageing.server";
import { listFailedPayouts, listSupersededCheques } from "../../finance/payments/open-questions.server";
import { isAwaiting } from "../../finance/quotes/awaiting.server";
import { bookingStates, EMERGENCY_ARRIVAL_MIN, liveVisitStates } from "../../operations/bookings/booking";
import type { BookingFilter } from "../../operations/bookings/list/booking-filter";
import {
  countBookingsByVisitState,
  matchesFilter,
} from "../../operations/bookings/list/filter-conditions.server";
import { readRevenue } from "../analytics/revenue.server";
import { monthsUntil } from "./months";
import { type SetupStep, type SetupSteps, setupSteps } from "./onboarding";
import { listStuckDocuments } from "./stuck-documents.server";
import {
  type ActivityType,
  type LatestActivityList,
  type MoneyToday,
  moneyActivityTypes,
  type QuotesToday,
  type WorkToday,
  workActivityTypes,
} from "./views";

/** Limit shown; each is an error of the product. */
const MAX_STUCK = 20;

/**
 * Counts of waiting requests, emergencies, unassigned work and today's visits. Each equals the count of its
 * filtered list.
 */
export const getWorkToday = query("bookings.manage", async function getWorkToday(ctx): Promise<WorkToday> {
  const day = dubaiDate(ctx.now);
  const bookings = (filter: BookingFilter) =>
    ctx.db
      .selectFrom("bookings")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where(matchesFilter(ctx, filter));
  const [
    fullHoldDays,
    stuckRecurringBookings,
    requests,
    emergencies,
    unassigned,
    holdsDue,
    contractVisits,
    visitCounts,
  ] = await Promise.all([
    ctx.db
      .selectFrom("fullyHeldDays")
      .select("day")
      .where("day", ">=", day)
      .where("filledAt", ">", addMinutes(ctx.now, -24 * 60))
      .orderBy("day")
      .execute(),
    ctx.db
      .selectFrom("recurringBookings")
      .innerJoinLateral(
        (db) =>
          db
            .selectFrom("recurringBookingVisits")
            .innerJoin("bookings", "bookings.id", "recurringBookingVisits.bookingId")
            .select(["bookings.id as bookingId", "reference"])
            .whereRef("recurringBookingId", "=", "recurringBookings.id")
            .orderBy("number")
            .limit(1)
            .as("first"),
        (join) => join.onTrue(),
      )
      .select(["first.bookingId", "first.reference"])
      .where("gaveUpAt", "is not", null)
      .where("endedAt", "is", null)
      .orderBy("gaveUpAt")
      .orderBy("recurringBookings.id")
      .limit(MAX_STUCK)
      .execute(),
    bookings({ state: "requested" })
      .select((eb) => [
        eb.fn.min<Date | null>("requestedAt").as("oldestAt"),
        eb.fn
          .min<Date | null>("contactDueAt")
          .filterWhere("emergency", "=", false)
          .filterWhere("respondedAt", "is", null)
          .as("dueAt"),
      ])
      .executeTakeFirstOrThrow(),
    bookings({ awaitingArrival: "yes" })
      .select((eb) => eb.fn.min<Date | null>("requestedAt").as("oldestAt"))
      .executeTakeFirstOrThrow(),
    bookings({ unassigned: "yes" }).executeTakeFirstOrThrow(),
    bookings({ onHold: "due" }).executeTakeFirstOrThrow(),
    bookings({ contract: "week" }).executeTakeFirstOrThrow(),
    countBookingsByVisitState(ctx),
  ]);
  return {
    day,
    requests: {
      count: requests.count,
      oldestAt: requests.oldestAt?.toISOString() ?? null,
      dueAt: requests.dueAt?.toISOString() ?? null,
    },
    emergencies: {
      count: emergencies.count,
      dueAt: emergencies.oldestAt && addMinutes(emergencies.oldestAt, EMERGENCY_ARRIVAL_MIN).toISOString(),
    },
    unassigned: unassigned.count,
    holdsDue: holdsDue.count,
    contractVisits: contractVisits.count,
    stuckRecurringBookings,
    fullHoldDays: fullHoldDays.map(({ day }) => day),
    visits: {
      count: visitCounts.get(null) ?? 0,
      states: liveVisitStates
        .map((state) => ({ state, count: visitCounts.get(state) ?? 0 }))
        .filter(({ count }) => count > 0),
    },
  };
});

/** Count and total of unanswered quotes. */
export const getQuotesToday = query("quotes.read", async function getQuotesToday(ctx): Promise<QuotesToday> {
  const { count, fils } = await ctx.db
    .selectFrom("quotes")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.sum<string | null>("totalFils").as("fils")])
    .where(isAwaiting(dubaiDate(ctx.now)))
    .executeTakeFirstOrThrow();
  return { awaiting: { count, fils: Number(fils ?? 0) } };
});

/** Overdue invoices and revenue of the month. */
export const getMoneyToday = query("invoices.read", async function getMoneyToday(ctx): Promise<MoneyToday> {
  const today = dubaiDate(ctx.now);
  const { from, to, lastFrom, lastTo, lastEnd } = monthsUntil(today);
  const [stuckDocuments, refusedInstalments, supersededCheques, failedPayouts] = await Promise.all([
    listStuckDocuments(ctx),
    listRefusedInstalments(ctx),
    listSupersededCheques(ctx),
    listFailedPayouts(ctx),
  ]);
  const [overdue, now, last, lastWhole] = await Promise.all([
    loadOverdue(ctx),
    readRevenue(ctx, { from, to }),
    readRevenue(ctx, { from: lastFrom, to: lastTo }),
    readRevenue(ctx, { from: lastFrom, to: lastEnd }),
  ]);
  const monthly = (part: "invoiced" | "revenue") => ({
    fils: now[part],
    lastFils: last[part],
    lastWholeFils: lastWhole[part],
  });
  return {
    stuckDocuments,
    refusedInstalments,
    supersededCheques,
    failedPayouts,
    overdue,
    months: { from, to, lastFrom, lastTo },
    invoiced: monthly("invoiced"),
    revenue: monthly("revenue"),
  };
});

const SHOWN_ENTRIES = 12;
/** Days whose months are read first. All months are read only if these have too few entries. */
const RECENT_DAYS = 30;

/** Latest activity by permission. The index holds the latest entries of each type. */
export const listLatestActivity = query(
  "bookings.read",
  async function listLatestActivity(ctx): Promise<LatestActivityList> {
    const types: ActivityType[] = [
      ...workActivityTypes,
      ...(may(ctx.actor, "invoices.read") ? moneyActivityTypes : []),
    ];
    const readSince = (instant: Date) =>
      ctx.db
        .with("latest", (db) =>
          db
            .selectFrom(sql<{ type: string }>`unnest(${types}::text[])`.as<"shown">(sql`shown(type)`))
            .innerJoinLateral(
              (db) =>
                db
                  .selectFrom("trail")
                  .select(["id", "type", "at", "subjectId", "data"])
                  .whereRef("type", "=", "shown.type")
                  .where(isInMonthsSince("trail.id", instant))
                  .where("subjectId", "is not", null)
                  .orderBy("at", "desc")
                  .orderBy("id", "desc")
                  .limit(SHOWN_ENTRIES)
                  .as("trail"),
              (join) => join.onTrue(),
            )
            .selectAll("trail")
            .orderBy("trail.at", "desc")
            .orderBy("trail.id", "desc")
            .limit(SHOWN_ENTRIES),
        )
        .selectFrom("latest")
        .leftJoin("trailValues", "trailValues.trailId", "latest.id")
        .innerJoinLateral(
          (db) => {
            const id = sql<string>`latest.subject_id::uuid`;
            const ofCustomer = billedName.as("customerName");
            const record = (subject: "quote" | "invoice" | "payment") => {
              const table = `${subject}s` as "quotes";
              return db
                .selectFrom(table)
                .innerJoin("customers", "customers.id", `${table}.customerId`)
                .select([`${table}.reference`, ofCustomer])
                .where(`${table}.id`, "=", id)
                .where(sql<boolean>`split_part(latest.type, '.', 1) = ${subject}`);
            };
            return db
              .selectFrom("bookings")
              .select(["reference", "contactName as customerName"])
              .where("id", "=", id)
              .where(sql<boolean>`split_part(latest.type, '.', 1) = 'booking'`)
              .unionAll(record("quote"))
              .unionAll(record("invoice"))
              .unionAll(record("payment"))
              .as("subject");
          },
          (join) => join.onTrue(),
        )
        .select(["latest.id", "latest.type", "latest.at", "latest.subjectId", "latest.data"])
        .select(["trailValues.actorName", "subject.reference", "subject.customerName"])
        .orderBy("latest.at", "desc")
        .orderBy("latest.id", "desc")
        .execute();
    const recent = await readSince(addMinutes(ctx.now, -RECENT_DAYS * 24 * 60));
    const rows = recent.length < SHOWN_ENTRIES ? await readSince(new Date(0)) : recent;
    return {
      events: rows.map(({ id, type, at, subjectId, data, actorName, reference, customerName }) => ({
        id,
        type: type as ActivityType,
        at: at.toISOString(),
        actorName,
        subject: type.split(".", 1)[0] as LatestActivityList["events"][number]["subject"],
        subjectId: subjectId!,
        reference,
        customerName,
        state: bookingStates.find((state) => state === data.to) ?? null,
      })),
    };
  },
);

/** Setup steps that the user may do, completed by existing data. */
export const getSetupSteps = query("office.enter", async function getSetupSteps(ctx): Promise<SetupSteps> {
  const ownSteps = setupSteps.filter((step) => may(ctx.actor, step.may));
  if (ownSteps.length === 0) return { steps: [] };
  const { values: business } = await readSettings(ctx, "business");
  const identity = findMissingDetails(business).length === 0 && Boolean(business.name && business.phone);
  const { rows } = await sql<Record<Exclude<SetupStep, "identity">, boolean>>`SELECT
    EXISTS (SELECT FROM settings WHERE name = 'hours' AND jsonb_array_length(value->'week') > 0) AS hours,
    EXISTS (SELECT FROM services WHERE active) AS services,
    EXISTS (SELECT FROM technicians WHERE active) AS technicians,
    EXISTS (SELECT FROM prices) AS price`.execute(ctx.db);
  return { steps: ownSteps.map(({ step }) => ({ step, done: { ...rows[0]!, identity }[step] })) };
});
