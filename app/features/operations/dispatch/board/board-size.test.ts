import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { addDays, dubaiInstant } from "~/platform/time";
import { type Caller, createCaller, TOMORROW } from "../../../../../test/harness/company/booking-caller";
import type { BookingState } from "../../bookings/booking";
import { saveImportedBookings } from "../../bookings/request/save-imported-bookings.server";

const TECHNICIANS = 40;
const VISITS_EACH = 8;
const UNASSIGNED = 40;
const MAX_BYTES = 300_000;

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(async () => {
  vi.useRealTimers();
  await caller.close();
});

const areas = ["Dubai Marina", "Al Barsha 1", "Jumeirah Village Circle", "Business Bay"];
const names = ["Aisha Al Marri", "Noura Haddad", "Gulf Palms Trading LLC", "Omar Saleh"];

/** Visits of all technicians on three days, and work without a time. */
async function fillBoard(): Promise<void> {
  const { bookingId } = await caller.book();
  const { customerId, propertyId } = await caller.db
    .selectFrom("bookings")
    .select(["customerId", "propertyId"])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  let count = 0;
  const booking = (day: string, visit: { technicianId: string; hour: number } | null) => {
    const number = count++;
    const startsAt = visit && dubaiInstant(day, `${String(visit.hour).padStart(2, "0")}:00`);
    return {
      ...{
        id: randomUUID(),
        sourceReference: String(number),
        serviceId: "plumbing",
        customerId,
        userId: null,
      },
      ...{ propertyId: propertyId!, email: "customer@example.com", phone: "+971501234567", message: "" },
      state: (visit ? "scheduled" : "confirmed") as BookingState,
      name: names[number % names.length]!,
      address: {
        ...{ street: "Street 7", buildingName: "Tower", unitNumber: "12", landmark: "" },
        area: areas[number % areas.length]!,
      },
      ...{ day, time: null, estimateFils: null, price: null, durationMin: 45, bufferMin: null },
      requestedAt: caller.ctx().now,
      visit: visit && {
        ...{ id: randomUUID(), state: "scheduled" as const, technicianId: visit.technicianId, bufferMin: 15 },
        startsAt: startsAt!,
        endsAt: new Date(startsAt!.getTime() + 45 * 60_000),
      },
    };
  };
  const technicians: string[] = [];
  for (let number = 0; number < TECHNICIANS; number++)
    technicians.push(await caller.addTechnician(`Technician ${number}`));
  const days = [0, 1, 2].map((by) => addDays(TOMORROW, by));
  const planned = days.flatMap((day) =>
    technicians.flatMap((technicianId) =>
      Array.from({ length: VISITS_EACH }, (_, at) => booking(day, { technicianId, hour: 9 + at })),
    ),
  );
  const waiting = Array.from({ length: UNASSIGNED }, () => booking(days[1]!, null));
  await saveImportedBookings(caller.ctx(), "Test", [...planned, ...waiting], () => {});
  await caller.db.deleteFrom("pendingVisitNotifications").execute();
}

it(`sends a day of ${TECHNICIANS} technicians with ${VISITS_EACH} visits each in at most ${MAX_BYTES} bytes`, async () => {
  await fillBoard();
  const day = addDays(TOMORROW, 1);
  const path = `/api/admin/board?from=${day}&to=${day}`;
  const { text, body } = await caller.call("GET", path, undefined, admin);
  expect(body.visits).toHaveLength(TECHNICIANS * VISITS_EACH);
  expect(body.unassigned.length).toBeGreaterThanOrEqual(UNASSIGNED);
  console.info(`${text.length} bytes`);
  expect(text.length).toBeLessThan(MAX_BYTES);
});
