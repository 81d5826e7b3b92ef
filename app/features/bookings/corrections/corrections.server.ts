import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { surchargeKinds } from "../../pricing/booking-price";
import { correctedFields, isWorkField } from "../booking";
import type { CorrectionView } from "../views";
import type { CorrectedBooking } from "./correction";
import "~/platform/table";
import "../../catalogue/table";

/** As the trail keeps what a correction changed; an entry of a person who is forgotten has nothing left. */
const kept = z.partial(
  z.object({
    service: z.string(),
    trade: z.nullable(z.string()),
    lines: z.array(z.string()),
    address: z.string(),
    durationMin: z.int(),
    name: z.string(),
    phone: z.string(),
    email: z.nullable(z.string()),
    message: z.string(),
    estimateFils: z.nullable(z.int()),
  } satisfies Record<keyof CorrectedBooking, z.ZodMiniType>),
);
type Kept = z.output<typeof kept>;

/** What each correction of a booking made of what, by the version that it was made from. */
export async function listCorrections(
  ctx: Ctx,
  bookingId: string,
): Promise<ReadonlyMap<number, CorrectionView[]>> {
  const entries = await readEntries(ctx, { bookingId });
  return new Map(entries.map(({ data, changes }) => [Number(data.version) - 1, changes]));
}

/** What `booking.correction-notification-due` tells the customer: how it is instead of how they know it. */
export async function listNotifiedCorrections(ctx: Ctx, eventId: number): Promise<CorrectionView[]> {
  const [entry] = await readEntries(ctx, { eventId });
  return customerVisibleCorrections(entry?.changes ?? []);
}

/** Whom to reach, and what they wrote, the customer knows; an email or a name that was wrong may be a stranger's. */
export function customerVisibleCorrections(changes: readonly CorrectionView[]): CorrectionView[] {
  return changes.filter(({ field }) => field === "price" || isWorkField(field));
}

async function readEntries(ctx: Ctx, of: { bookingId: string } | { eventId: number }) {
  const trail = ctx.db
    .selectFrom("trail")
    .innerJoin("trail_values", "trail_values.trail_id", "trail.id")
    .select(["data", "before", "after"]);
  const [rows, services] = await Promise.all([
    "eventId" in of
      ? trail.where("trail.id", "=", of.eventId).execute()
      : trail.where("subject_id", "=", of.bookingId).where("type", "=", "booking.corrected").execute(),
    ctx.db.selectFrom("services").select(["id", "name"]).execute(),
  ]);
  const names = new Map(services.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  return rows.flatMap(({ data, before, after }) => {
    const [old, now] = [z.safeParse(kept, before), z.safeParse(kept, after)];
    return old.success && now.success ? [{ data, changes: changesBetween(old.data, now.data, nameOf) }] : [];
  });
}

function changesBetween(before: Kept, after: Kept, nameOf: (serviceId: string) => string): CorrectionView[] {
  const describeBooking = (
    values: Kept,
  ): Partial<Record<CorrectionView["field"], string | number | null>> => ({
    service: values.service && nameOf(values.service),
    trade: values.trade && nameOf(values.trade),
    // Of an uplift tells the price.
    lines: values.lines?.filter((line) => !surchargeKinds.some((kind) => kind === line)).join(", "),
    address: values.address,
    duration: values.durationMin,
    name: values.name,
    phone: values.phone,
    email: values.email,
    message: values.message,
    price: values.estimateFils,
  });
  const [old, now] = [describeBooking(before), describeBooking(after)];
  return [...correctedFields, "price" as const].flatMap((field) => {
    const change = { field, before: old[field] || null, after: now[field] || null };
    return change.before === change.after ? [] : [change];
  });
}
