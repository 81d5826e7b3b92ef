import * as z from "zod/mini";
import { addVisitHelper } from "~/features/operations/bookings/commands/crew.server";
import { requestBooking } from "~/features/operations/bookings/commands/request-booking.server";
import { bookingFormSchema } from "~/features/operations/bookings/schema";
import { UNCOUNTED_HOLD } from "~/features/operations/bookings/visits/guest-holds.server";
import { listTechnicianChoices } from "~/features/operations/bookings/visits/technician-choices.server";
import { requiredSkills } from "~/features/operations/bookings/work/booked-service.server";
import { acknowledgeEmergency } from "~/features/operations/emergencies/commands/acknowledge.server";
import { dispatchEmergency } from "~/features/operations/emergencies/commands/dispatch.server";
import { suggestTechnicians } from "~/features/operations/emergencies/suggest-technicians.server";
import { createRecurringBooking } from "~/features/operations/recurring-bookings/commands.server";
import { hashUnknown } from "~/features/people/accounts/sign-in/passwords.server";
import { type Actor, system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { createRandom, type Random } from "~/platform/random";
import { addDays, addMinutes, dubaiDate, dubaiInstant, dubaiTime, weekdayOf } from "~/platform/time";
import { BookingLife } from "./booking-life";
import { seedMoney } from "./money.server";
import { DAYS_OF_WORK_AHEAD } from "./past-work";
import { addContactMessages, addPastWork } from "./past-work.server";
import {
  certificates,
  colleagues,
  currentEmergency,
  homes,
  onWebsite,
  people,
  reviews,
  technicians,
  unassignedRequests,
  zones,
} from "./people";
import { seedQuotes } from "./quotes.server";

const office: Actor = {
  role: "admin",
  userId: "00000000-0000-4000-8000-000000000001",
  name: "Office",
  email: "office@rukn.example",
};

/**
 * Fills an empty database with sample work through the commands of people at realistic times. Sends no
 * notifications: all events are marked as handled.
 */
export async function seedSample(ctx: Ctx): Promise<void> {
  const staff = await seedOffice(ctx);
  const dispatcher = staff.dispatcher!;
  await seedTechnicians(ctx);
  await addPastWork(ctx, dispatcher);
  await addContactMessages(ctx, dispatcher);
  for (const plan of planRequests(ctx.now, createRandom(20_261_121))) await runPlan(ctx, plan);
  await seedEmergency(ctx);
  await seedCrew(ctx);
  await seedRecurringBooking(ctx);
  await seedReviews(ctx);
  await seedQuotes(ctx, office);
  await seedMoney(ctx, { accountant: staff.accountant!, admin: office, system });
  await seedAccounts(ctx);
  await ctx.db.deleteFrom("outbox").execute();
}

/** Office staff by role. Their passwords are unknown; a new one can be requested by email. */
async function seedOffice(ctx: Ctx): Promise<Partial<Record<string, Actor>>> {
  const actors: Partial<Record<string, Actor>> = {};
  for (const colleague of colleagues) {
    const { id } = await ctx.db
      .insertInto("users")
      .values({ ...colleague, emailVerified: true, createdAt: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    const password = await hashUnknown();
    await ctx.db
      .insertInto("accounts")
      .values({ userId: id, providerId: "credential", accountId: id, password })
      .execute();
    await ctx.db.insertInto("profiles").values({ userId: id }).execute();
    actors[colleague.role] = { ...colleague, userId: id };
  }
  return actors;
}

async function seedTechnicians(ctx: Ctx): Promise<void> {
  for (const { skills, shift, since, ...technician } of technicians) {
    const { id } = await ctx.db
      .insertInto("technicians")
      .values({
        ...technician,
        createdAt: ctx.now,
        websiteConsentAt: onWebsite.includes(technician.name) ? ctx.now : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.db
      .updateTable("employmentPeriods")
      .set({ firstDay: addDays(dubaiDate(ctx.now), -since) })
      .where("technicianId", "=", id)
      .execute();
    await ctx.db
      .insertInto("technicianSkills")
      .values(skills.map((serviceId) => ({ technicianId: id, serviceId })))
      .execute();
    const areas = zones[technician.name] ?? [];
    if (areas.length > 0) {
      await ctx.db
        .insertInto("technicianZones")
        .values(areas.map((area) => ({ technicianId: id, area })))
        .execute();
    }
    const papers = certificates.filter((certificate) => certificate.technician === technician.name);
    for (const { name, number, expiresIn } of papers) {
      const expiresOn = addDays(dubaiDate(ctx.now), expiresIn);
      await ctx.db.insertInto("certificates").values({ technicianId: id, name, number, expiresOn }).execute();
    }
    await ctx.db
      .insertInto("shifts")
      .values(
        shift.weekdays.map((weekday) => ({
          technicianId: id,
          weekday,
          startMin: shift.fromHour * 60,
          endMin: shift.toHour * 60,
        })),
      )
      .execute();
  }
}

/** One customer has a quarterly recurring booking with the technician of the previous visit. */
async function seedRecurringBooking(ctx: Ctx): Promise<void> {
  const asOffice = { ...ctx, actor: office };
  const today = dubaiDate(ctx.now);
  const done = await ctx.db
    .selectFrom("bookings")
    .innerJoin("visits", "visits.bookingId", "bookings.id")
    .select(["bookings.id", "version", "technicianId", "startsAt"])
    .where("bookings.state", "=", "completed")
    .where("serviceId", "=", "hvac")
    .where("visits.state", "=", "work_done")
    .where("startsAt", ">", addMinutes(ctx.now, -28 * 24 * 60))
    .where("warrantyOfId", "is", null)
    // A technician with preferred areas could be refused at this address.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("technicianZones")
            .select("area")
            .whereRef("technicianZones.technicianId", "=", "visits.technicianId"),
        ),
      ),
    )
    .orderBy("startsAt")
    .orderBy("bookings.id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: bookingId, version, technicianId, startsAt: before } = done;
  const day = await nextWorkday(ctx, addDays(today, DAYS_OF_WORK_AHEAD + 1), weekdayOf(dubaiDate(before)));
  // Requested before the next visit is booked: afterwards a technician outside their zones would be refused.
  await ctx.db
    .updateTable("bookings")
    .set({ preferredTechnicianId: technicianId })
    .where("id", "=", bookingId)
    .execute();
  const request = { bookingId, version, interval: "quarterly", day, time: dubaiTime(before) } as const;
  const created = await createRecurringBooking(asOffice, request);
  if (!created.ok) throw new Error(`The sample's recurring booking was refused: ${created.reason}`);
}

/**
 * Returns the first such weekday from `from` on that is no public holiday. A technician who worked on that
 * weekday before has a shift then.
 */
async function nextWorkday(ctx: Ctx, from: string, weekday: number): Promise<string> {
  const rows = await ctx.db.selectFrom("publicHolidays").select("day").execute();
  const holidays = new Set(rows.map(({ day }) => day));
  let day = from;
  while (weekdayOf(day) !== weekday || holidays.has(day)) day = addDays(day, 1);
  return day;
}

/** One visit of the next days has a crew of two: the first for which a helper is available. */
async function seedCrew(ctx: Ctx): Promise<void> {
  const visits = await ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .select(["visits.id", "bookingId", "version", "technicianId", "startsAt"])
    .where("visits.state", "=", "scheduled")
    .where("visits.technicianId", "is not", null)
    .where("startsAt", ">", dubaiInstant(addDays(dubaiDate(ctx.now), 1), "00:00"))
    .orderBy("startsAt")
    .orderBy("visits.id")
    .execute();
  for (const { id: visitId, bookingId, version, technicianId: lead, startsAt } of visits) {
    const at = { day: dubaiDate(startsAt), time: dubaiTime(startsAt), visitId };
    const choices = await listTechnicianChoices({ ...ctx, actor: office }, bookingId, at);
    const second = choices?.find(({ id, free }) => free && id !== lead);
    if (!second) continue;
    const asked = { bookingId, visitId, version, technicianId: second.id };
    const joined = await addVisitHelper({ ...ctx, actor: office }, asked);
    if (!joined.ok) throw new Error(`The sample's helper was refused: ${joined.reason}`);
    return;
  }
}

/** Bypasses the command, which requires a signed-in customer; the accounts of sample customers are added last. */
async function seedReviews(ctx: Ctx): Promise<void> {
  for (const { service, published, answer, ...review } of reviews) {
    const visit = await ctx.db
      .selectFrom("visits")
      .innerJoin("bookings", "bookings.id", "visits.bookingId")
      .leftJoin("reviews", "reviews.bookingId", "bookings.id")
      .select(["bookings.id", "visits.endsAt"])
      .where("bookings.serviceId", "=", service)
      .where("bookings.state", "=", "completed")
      .where("reviews.id", "is", null)
      .orderBy("visits.endsAt", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!visit) continue;
    const createdAt = addMinutes(visit.endsAt, 90);
    await ctx.db
      .insertInto("reviews")
      .values({
        bookingId: visit.id,
        ...review,
        createdAt,
        publishedAt: published ? createdAt : null,
        ...(answer && { answer, answeredAt: addMinutes(createdAt, 120) }),
      })
      .execute();
  }
}

interface Plan {
  requestedAt: Date;
  day: string | undefined;
  /** The office has confirmed the request to the customer. */
  confirmed: boolean;
  service: string;
  message: string;
  person: (typeof people)[number];
  home: (typeof homes)[number];
}

/** Requests without a time: no slot is held, and they wait for the office. In the order of their requests. */
function planRequests(now: Date, random: Random): Plan[] {
  const today = dubaiDate(now);
  const plans = unassignedRequests.map(({ requestedMinAgo, inDays, service, message, confirmed }) => ({
    requestedAt: addMinutes(now, -requestedMinAgo),
    day: inDays === null ? undefined : addDays(today, inDays),
    confirmed,
    service,
    message,
    person: random.pick(people),
    home: random.pick(homes),
  }));
  return plans.sort((a, b) => a.requestedAt.getTime() - b.requestedAt.getTime());
}

/** Item that a sample customer chooses; other services are assessed. */
const sampleItems: Record<string, string> = {
  hvac: "service",
  electrical: "call-out",
  plumbing: "call-out",
  painting: "wall",
  "general-maintenance": "hour",
  handyman: "hour",
};

function chosenItems(service: string) {
  const item = sampleItems[service];
  return item ? [{ service, item, quantity: 1 }] : [];
}

async function runPlan(ctx: Ctx, plan: Plan): Promise<void> {
  const bookingId = await request(ctx, plan);
  if (!plan.confirmed) return;
  const booking = new BookingLife(bookingId, (now) => ({ ...ctx, now, actor: office }));
  await booking.move("confirm", addMinutes(plan.requestedAt, 10));
}

async function request(ctx: Ctx, plan: Omit<Plan, "confirmed"> & { trade?: string }): Promise<string> {
  const form = z.parse(bookingFormSchema(dubaiDate(plan.requestedAt)), {
    customerName: plan.person.name,
    email: plan.person.email,
    phone: plan.person.phone,
    service: plan.service,
    trade: plan.trade,
    preferredDate: plan.day,
    message: plan.message,
    addressParts: plan.home,
    items: chosenItems(plan.service),
  });
  // The office solves no security check.
  const noSecurityCheck = { id: "", answer: 0 };
  const asOffice = { ...ctx, now: plan.requestedAt, actor: office };
  const requested = await requestBooking(asOffice, form, noSecurityCheck, {
    terms: { ...UNCOUNTED_HOLD, freeEmergencies: 0 },
  });
  if (!requested.ok) throw new Error(`A sample request was refused: ${requested.reason}`);
  return requested.bookingId;
}

/** One emergency is acknowledged and dispatched, so that it does not ring on every page of the office. */
async function seedEmergency(ctx: Ctx): Promise<void> {
  const requestedAt = addMinutes(ctx.now, -24);
  const at = (minutes: number): Ctx => ({ ...ctx, actor: office, now: addMinutes(requestedAt, minutes) });
  const { trade, message } = currentEmergency;
  const person = people[4]!;
  const home = homes[8]!;
  const bookingId = await request(ctx, {
    ...{ requestedAt, day: undefined, service: "emergency", trade, message, person, home },
  });
  must(await acknowledgeEmergency(at(2), bookingId));
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["serviceId", "area", "requestedAt", requiredSkills])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  const suggested = await suggestTechnicians(at(5), booking);
  // Some of them are still busy; the dispatcher chooses the first who is free.
  for (const { technicianId } of suggested) {
    const dispatched = await inTransaction(at(5), (ctx) =>
      dispatchEmergency(ctx, { bookingId, technicianId }),
    );
    if (dispatched.ok) return;
  }
}

function must(result: { ok: true } | { ok: false; reason: string }): void {
  if (!result.ok) throw new Error(`The sample's emergency was refused: ${result.reason}`);
}

/** The customers of people.ts have accounts with their bookings. Passwords as for the office staff. */
async function seedAccounts(ctx: Ctx): Promise<void> {
  const password = await hashUnknown();
  for (const { name, email, phone } of people) {
    const customer = await ctx.db
      .selectFrom("customers")
      .select(["id", "createdAt"])
      .where("email", "=", email)
      .executeTakeFirst();
    if (!customer) continue;
    const { id: userId } = await ctx.db
      .insertInto("users")
      .values({ name, email, emailVerified: true, role: "customer", createdAt: customer.createdAt })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto("accounts")
      .values({ userId, providerId: "credential", accountId: userId, password })
      .execute();
    await ctx.db.insertInto("profiles").values({ userId, phone }).execute();
    await ctx.db.updateTable("customers").set({ userId }).where("id", "=", customer.id).execute();
    await ctx.db.updateTable("bookings").set({ userId }).where("customerId", "=", customer.id).execute();
  }
}
