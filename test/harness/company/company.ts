import { randomUUID } from "node:crypto";
import { requestBooking } from "~/features/operations/bookings/commands/request-booking.server";
import { transitionBooking } from "~/features/operations/bookings/commands/transition-booking.server";
import type { BookingForm } from "~/features/operations/bookings/schema";
import { UNCOUNTED_HOLD } from "~/features/operations/bookings/visits/guest-holds.server";
import type { Person } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { addDays, dubaiDate } from "~/platform/time";

export const office: Person = {
  role: "admin",
  userId: "00000000-0000-4000-8000-000000000001",
  name: "Office",
  email: "admin@example.com",
};

/** Context of an office user. */
export function officeCtx(db: Ctx["db"], now = new Date()): Ctx {
  return { actor: office, db, now, requestId: randomUUID(), locale: "en" };
}

/** Takes a booking through several transitions at the current time. */
export async function applyTransitions(
  db: Ctx["db"],
  bookingId: string,
  ...moves: Parameters<typeof transitionBooking>[1]["transition"][]
): Promise<void> {
  for (const move of moves) {
    const { version } = await db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    const transition = await transitionBooking(officeCtx(db), { bookingId, transition: move, version });
    if (!transition.ok) throw new Error(`${move}: ${transition.reason}`);
  }
}

/** Creates the account of officeCtx(), because documents name their author. */
export async function addOfficeUser(db: Ctx["db"], at = new Date()): Promise<void> {
  const { userId: id, name, email, role } = office;
  await db.insertInto("users").values({ id, name, email, role, createdAt: at }).execute();
}

/** Registers the business for VAT; null removes the registration. */
export async function setTrn(db: Ctx["db"], trn: string | null): Promise<void> {
  const business = db.selectFrom("settings").select("value").where("name", "=", "business");
  const { value } = await business.executeTakeFirstOrThrow();
  await db
    .updateTable("settings")
    .set({ value: JSON.stringify({ ...(value as object), trn, vatRegistered: trn ? "yes" : "no" }) })
    .where("name", "=", "business")
    .execute();
}

/**
 * A minimal company that can take bookings: business details, two services, and a plumber who works around
 * the clock.
 */
export async function createCompany(db: Ctx["db"]): Promise<{ technicianId: string }> {
  await db
    .insertInto("settings")
    .values({
      name: "business",
      value: JSON.stringify({
        name: "Test & Sons",
        nameArabic: "اختبار",
        tagline: "We test",
        phone: "+971500000001",
        emergencyPhone: "+971500000002",
        whatsapp: "+971500000003",
        email: "hello@company.example",
        officeEmail: "office@company.example",
        address: "1 Test Street, Dubai",
        serviceArea: "Dubai",
        trn: null,
        vatRegistered: "no",
        instagram: null,
      }),
      version: 1,
    })
    .execute();
  const service = { summary: "", icon: "wrench", durationMin: 60 };
  await db
    .insertInto("services")
    .values([
      { ...service, id: "plumbing", name: "Plumbing", position: 1 },
      { ...service, id: "emergency", name: "Emergency Service", position: 2, emergency: true },
    ])
    .execute();
  await db
    .insertInto("prices")
    .values({
      serviceId: "plumbing",
      item: "call-out",
      name: "Call-out",
      mode: "hourly",
      unit: "hour",
      priceFils: 15_000,
      nextHourFils: 15_000,
      isHeadline: true,
      effectiveFrom: "2026-01-01",
    })
    .execute();
  const { id: technicianId } = await db
    .insertInto("technicians")
    .values({
      name: "Omar Saleh",
      email: "omar@company.example",
      phone: "+971500000009",
      onCall: true,
      createdAt: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("technicianSkills")
    .values(["plumbing", "emergency"].map((serviceId) => ({ technicianId, serviceId })))
    .execute();
  await db
    .insertInto("shifts")
    .values(
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        technicianId,
        weekday,
        startMin: 0,
        endMin: 1440,
      })),
    )
    .execute();
  return { technicianId };
}

export const form: BookingForm = {
  customerName: "Aisha O'Neil-Khan",
  email: "aisha@customer.example",
  phone: "+971501234567",
  service: "plumbing",
  preferredDate: undefined,
  preferredTime: undefined,
  message: "",
  address: "Palm Street 7, Palm Tower, 1203, Al Barsha",
  addressParts: {
    street: "Palm Street 7",
    buildingName: "Palm Tower",
    unitNumber: "1203",
    area: "Al Barsha",
    landmark: "",
  },
  items: [{ service: "plumbing", item: "call-out", quantity: 1 }],
  photoIds: [],
} as BookingForm;

/** Books as on the website but as the office, which needs no security check. Throws if refused. */
export async function book(ctx: Ctx, overrides: Partial<BookingForm> = {}): Promise<string> {
  const result = await requestBooking(
    { ...ctx, actor: office },
    { ...form, ...overrides },
    { id: "", answer: 0 },
    { terms: { ...UNCOUNTED_HOLD, freeEmergencies: 0 } },
  );
  if (!result.ok) throw new Error(`Refused: ${result.reason}`);
  return result.bookingId;
}

/** The Dubai day in `count` days. */
export function dayFromNow(count: number): string {
  return addDays(dubaiDate(new Date()), count);
}
