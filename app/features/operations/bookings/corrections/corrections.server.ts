import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { formatList } from "~/platform/locale/locale";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { surchargeKinds } from "../../../core/pricing/booking-price";
import { correctedFields, isWorkField } from "../booking";
import type { CorrectedBooking } from "./correction";
import type { CorrectionView } from "./views";

/** Trail values of a correction. All fields are optional because erasure empties them. */
const trailValues = z.partial(
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
type TrailValues = z.output<typeof trailValues>;

/** Keyed by the booking version that the correction was based on. */
export async function listCorrections(
  ctx: Ctx,
  booking: { id: string; requestedAt: Date },
): Promise<ReadonlyMap<number, CorrectionView[]>> {
  const entries = await readEntries(ctx, { booking });
  return new Map(entries.map(({ data, changes }) => [Number(data.version) - 1, changes]));
}

export async function listNotifiedCorrections(ctx: Ctx, eventId: number): Promise<CorrectionView[]> {
  const [entry] = await readEntries(ctx, { eventId });
  return customerVisibleCorrections(entry?.changes ?? []);
}

/** Contact and message are left out, because a wrong name or email may belong to a stranger. */
export function customerVisibleCorrections(changes: readonly CorrectionView[]): CorrectionView[] {
  return changes.filter(({ field }) => field === "price" || isWorkField(field));
}

async function readEntries(
  ctx: Ctx,
  filter: { booking: { id: string; requestedAt: Date } } | { eventId: number },
) {
  const trail = ctx.db
    .selectFrom("trail")
    .innerJoin("trailValues", "trailValues.trailId", "trail.id")
    .select(["data", "before", "after"]);
  const [rows, services, items] = await Promise.all([
    "eventId" in filter
      ? trail.where("trail.id", "=", filter.eventId).execute()
      : trail
          .where("subjectId", "=", filter.booking.id)
          .where("type", "=", "booking.corrected")
          .where(isInMonthsSince("trail.id", filter.booking.requestedAt))
          .where(isInMonthsSince("trailValues.trailId", filter.booking.requestedAt))
          .execute(),
    ctx.db
      .selectFrom("services")
      .select(["id", "name as storedName", textInReaderLanguage("name").as("name")])
      .execute(),
    ctx.db
      .selectFrom("prices")
      .distinct()
      .select(["name as storedName", textInReaderLanguage("name").as("name")])
      .execute(),
  ]);
  const serviceNames = new Map(services.map(({ id, name }) => [id, name]));
  const lineNames = new Map([...services, ...items].map(({ storedName, name }) => [storedName, name]));
  const names: Names = {
    ofService: (id) => serviceNames.get(id) ?? id,
    ofLine: (line) => line.replace(/(?<=^\d+ × ).+$/, (name) => lineNames.get(name) ?? name),
  };
  return rows.flatMap(({ data, before, after }) => {
    const [previous, current] = [z.safeParse(trailValues, before), z.safeParse(trailValues, after)];
    return previous.success && current.success
      ? [{ data, changes: changesBetween(previous.data, current.data, names) }]
      : [];
  });
}

/** Names in the reader's language. */
interface Names {
  ofService: (id: string) => string;
  /** `line`: as written by `describeBooking`. */
  ofLine: (line: string) => string;
}

function changesBetween(before: TrailValues, after: TrailValues, names: Names): CorrectionView[] {
  const viewValues = (
    values: TrailValues,
  ): Partial<Record<CorrectionView["field"], string | number | null>> => ({
    service: values.service && names.ofService(values.service),
    trade: values.trade && names.ofService(values.trade),
    // Surcharges are left out, because the price shows them.
    lines:
      values.lines &&
      formatList(
        values.lines.filter((line) => !surchargeKinds.some((kind) => kind === line)).map(names.ofLine),
      ),
    address: values.address && placeInReaderLanguage(values.address),
    duration: values.durationMin,
    name: values.name,
    phone: values.phone,
    email: values.email,
    message: values.message,
    price: values.estimateFils,
  });
  const [previous, current] = [viewValues(before), viewValues(after)];
  return [...correctedFields, "price" as const].flatMap((field) => {
    const change = { field, before: previous[field] || null, after: current[field] || null };
    return change.before === change.after ? [] : [change];
  });
}
