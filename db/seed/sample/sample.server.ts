import * as z from "zod/mini";
import { addVisitHelper } from "~/features/operations/bookings/commands/crew.server";
import { requestBooking } from "~/features/operations/bookings/commands/request-booking.server";
import { bookingFormSchema } from "~/features/operations/bookings/schema";
import { UNCOUNTED_HOLD } from "~/features/operations/bookings/visits/guest-holds.server";
import { listTechnicianChoices } from "~/features/operations/bookings/visits/technician-choices.server";
import { createRecurringBooking } from "~/features/operations/recurring-bookings/commands.server";
import { slotTimes } from "~/features/operations/scheduling/slots";
import { hashUnknown } from "~/features/people/accounts/sign-in/passwords.server";
import { type Actor, system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { createRandom, type Random } from "~/platform/random";
import { addDays, addMinutes, dubaiDate, dubaiInstant, dubaiTime, weekdayOf } from "~/platform/time";
import { BookingLife, stepsOfVisit } from "./booking-life";
import { seedMoney } from "./money.server";
import {
  certificates,
  colleagues,
  homes,
  people,
  requests,
  reviews,
  technicians,
  unassignedRequests,
  zones,
} from "./people";
import { seedQuotes } from "./quotes.server";

/** Days of bookings before and after today. */
const DAYS_BEHIND = 21;
const DAYS_AHEAD = 14;

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
  await seedTechnicians(ctx);
  const random = createRandom(20_261_121);
  for (const plan of planRequests(ctx.now, random)) await runPlan(ctx, plan, random);
  await seedCrew(ctx);
  await seedRecurringBooking(ctx);
  await seedReviews(ctx);
  await seedQuotes(ctx, office);
  await seedMoney(ctx, { accountant: staff.accountant!, admin: office, system });
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
  for (const { skills, shift, ...technician } of technicians) {
    const { id } = await ctx.db
      .insertInto("technicians")
      .values({ ...technician, createdAt: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.db
      .updateTable("employmentPeriods")
      .set({ firstDay: addDays(dubaiDate(ctx.now), -365) })
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
    .orderBy("startsAt")
    .orderBy("bookings.id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: bookingId, version, technicianId, startsAt: before } = done;
  const day = await nextWorkday(ctx, addDays(today, DAYS_AHEAD), weekdayOf(dubaiDate(before)));
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

/** Bypasses the command, which requires a signed-in customer; the sample customers have no accounts. */
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
  /** Without a time, no slot is held and the request waits for the office. */
  when: { day: string; time: string } | { day?: string; time?: undefined };
  /** For pending requests: the office has confirmed the request to the customer. */
  confirmed?: boolean;
  service: string;
  message: string;
  person: (typeof people)[number];
  home: (typeof homes)[number];
}

/** Plans the requests in chronological order, so that references ascend with time. */
function planRequests(now: Date, random: Random): Plan[] {
  const today = dubaiDate(now);
  const plans: Plan[] = [];
  for (let offset = -DAYS_BEHIND; offset < DAYS_AHEAD; offset++) {
    const day = addDays(today, offset);
    const busy = weekdayOf(day) === 7 ? 2 : 5;
    const thinning = offset > 4 ? 2 : 0;
    for (let count = 0; count < busy - thinning + random.below(3); count++) {
      const { service, message } = random.pick(requests);
      const time = random.pick(slotTimes);
      const asked = addMinutes(dubaiInstant(day, time), -(12 * 60 + random.below(4 * 24 * 60)));
      const latest = addMinutes(now, -(5 + random.below(48 * 60)));
      plans.push({
        requestedAt: asked < latest ? asked : latest,
        when: { day, time },
        service,
        message,
        person: random.pick(people),
        home: random.pick(homes),
      });
    }
  }
  for (const { requestedMinAgo, inDays, service, message, confirmed } of unassignedRequests) {
    plans.push({
      requestedAt: addMinutes(now, -requestedMinAgo),
      when: inDays === null ? {} : { day: addDays(today, inDays) },
      confirmed,
      service,
      message,
      person: random.pick(people),
      home: random.pick(homes),
    });
  }
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

/** Requests a booking as planned and brings it to its present state: requested, confirmed or completed. */
async function runPlan(ctx: Ctx, plan: Plan, random: Random): Promise<void> {
  const at = (now: Date, actor: Actor = office): Ctx => ({ ...ctx, now, actor });
  const form = z.parse(bookingFormSchema(dubaiDate(plan.requestedAt)), {
    customerName: plan.person.name,
    email: plan.person.email,
    phone: plan.person.phone,
    service: plan.service,
    preferredDate: plan.when.day,
    preferredTime: plan.when.time,
    message: plan.message,
    addressParts: plan.home,
    items: chosenItems(plan.service),
  });
  // The office solves no security check.
  const noSecurityCheck = { id: "", answer: 0 };
  const requested = await requestBooking(at(plan.requestedAt), form, noSecurityCheck, {
    terms: { ...UNCOUNTED_HOLD, freeEmergencies: 0 },
  });
  // The slot was full, so this request is dropped.
  if (!requested.ok) return;
  const booking = new BookingLife(requested.bookingId, at);

  if (!plan.when.time) {
    if (plan.confirmed) await booking.move("confirm", addMinutes(plan.requestedAt, 10));
    return;
  }
  const { day } = plan.when;
  const answeredAt = addMinutes(plan.requestedAt, 10 + random.below(110));
  if (answeredAt > ctx.now) return;
  const chance = random.below(100);
  if (chance < 4) return booking.move("decline", answeredAt, "We do not cover this area yet");
  await booking.move("confirm", answeredAt);
  if (chance < 10) return booking.move("cancel", addMinutes(answeredAt, 30), "Plans changed");
  const isFar = dubaiInstant(day, "00:00") > addMinutes(ctx.now, 4 * 24 * 60);
  if (isFar && chance < 20) return booking.move("unassign", addMinutes(answeredAt, 5));

  const visit = await ctx.db
    .selectFrom("visits")
    .select(["startsAt", "endsAt"])
    .where("bookingId", "=", requested.bookingId)
    .executeTakeFirstOrThrow();
  const durationMin = (visit.endsAt.getTime() - visit.startsAt.getTime()) / 60_000;
  const steps = stepsOfVisit(visit.startsAt, durationMin, random);
  for (const [move, time] of steps) if (time <= ctx.now) await booking.move(move, time);
}
