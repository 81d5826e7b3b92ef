import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type CsvCell, csvLine } from "~/platform/lists/csv";
import { parseMoney } from "~/platform/money";
import { isDay } from "~/platform/time";
import type { ItemTerms, PriceExtras, PriceInput } from "./price";
import { dayOfPrice, itemName, priceExtras, priceFils } from "./schema";

/**
 * Price book as CSV for editing in a spreadsheet and importing again. Money in AED including VAT; days are
 * Dubai's.
 */

export const listColumns = [
  "service",
  "item",
  "name",
  "mode",
  "unit",
  "price",
  "next_hour",
  "emergency_percent",
  "out_of_hours_percent",
  "minutes",
  "buffer_minutes",
  "from",
] as const;

export interface ListedPrice {
  serviceId: string;
  item: string;
  name: string;
  terms: ItemTerms;
  effectiveFrom: string;
}

export function listHead(): string {
  return csvLine(listColumns);
}

export function listLine({ serviceId, item, name, terms, effectiveFrom }: ListedPrice): string {
  const cells: Record<(typeof listColumns)[number], CsvCell> = {
    service: serviceId,
    item,
    name,
    mode: terms.mode,
    unit: terms.unit,
    price: dirhams(terms.fils),
    next_hour: dirhams(terms.nextFils),
    emergency_percent: terms.emergencySurcharge,
    out_of_hours_percent: terms.outOfHoursSurcharge,
    minutes: terms.durationMin,
    buffer_minutes: terms.bufferMin,
    from: effectiveFrom,
  };
  return csvLine(listColumns.map((column) => cells[column]));
}

/** Plain number such as "150.50", so that spreadsheets can calculate. */
function dirhams(fils: number | null): string | null {
  return fils === null ? null : `${Math.floor(fils / 100)}.${String(fils % 100).padStart(2, "0")}`;
}

const amount = z.pipe(
  z.string().check(
    z.refine((typed) => typed === "" || parseMoney(typed) !== null, {
      error: () => m.admin_price_error_money(),
    }),
  ),
  z.pipe(
    z.transform((typed: string) => (typed === "" ? null : parseMoney(typed))),
    z.nullable(priceFils),
  ),
);

type Whole = number | null | undefined;
/** Empty means unchanged. */
const whole = (rule: z.ZodMiniType<Whole, Whole>) =>
  z.pipe(
    z.transform((typed: string): Whole => (typed === "" ? undefined : Number(typed))),
    rule,
  );

const { emergencySurcharge, outOfHoursSurcharge, durationMin, bufferMin } = priceExtras.shape;

/**
 * Row of the list. `today`: Dubai day, the default of the day column. A past day is accepted for an unchanged
 * price, because the list may be days old.
 */
export const listRow = (today: string) =>
  z.pipe(
    z
      .object({
        service: z.string().check(z.minLength(1, { error: () => m.admin_error_required() })),
        item: itemName,
        name: z.string().check(z.maxLength(80, { error: () => m.admin_error_too_long({ max: 80 }) })),
        mode: z.enum(["fixed", "hourly", "survey"], { error: () => m.pricing_error_mode() }),
        unit: z.string().check(z.maxLength(20, { error: () => m.admin_error_too_long({ max: 20 }) })),
        price: amount,
        next_hour: amount,
        emergency_percent: whole(emergencySurcharge),
        out_of_hours_percent: whole(outOfHoursSurcharge),
        minutes: whole(durationMin),
        buffer_minutes: whole(bufferMin),
        from: z.pipe(
          z.transform((typed: string) => (typed === "" ? today : typed)),
          dayOfPrice(today),
        ),
      })
      .check(
        z.refine(({ mode, price }) => mode === "survey" || price !== null, {
          path: ["price"],
          error: () => m.admin_error_required(),
        }),
        z.refine(({ mode, unit }) => mode !== "fixed" || unit !== "", {
          path: ["unit"],
          error: () => m.admin_error_required(),
        }),
        // Reported together with other errors of the row, so that all can be fixed at once.
        z.refine(({ from }) => !isDay(from) || from >= today, {
          path: ["from"],
          error: () => m.admin_price_error_past(),
          when: ({ issues }) => issues.length > 0,
        }),
      ),
    z.transform((row) => ({
      serviceId: row.service,
      item: row.item,
      name: row.name,
      terms: inputOf(row),
      extras: extrasOf(row),
      effectiveFrom: row.from,
    })),
  );
export type ListRow = z.output<ReturnType<typeof listRow>>;

interface TypedExtras {
  emergency_percent?: number | null | undefined;
  out_of_hours_percent?: number | null | undefined;
  minutes?: number | null | undefined;
  buffer_minutes?: number | null | undefined;
}

/** Omits values that the row leaves unchanged. */
function extrasOf(row: TypedExtras): Partial<PriceExtras> {
  const extras = {
    emergencySurcharge: row.emergency_percent,
    outOfHoursSurcharge: row.out_of_hours_percent,
    durationMin: row.minutes,
    bufferMin: row.buffer_minutes,
  };
  return Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== undefined));
}

interface Typed {
  mode: "fixed" | "hourly" | "survey";
  unit: string;
  price: number | null;
  next_hour: number | null;
}

function inputOf({ mode, unit, price, next_hour }: Typed): PriceInput {
  const fils = price ?? 0;
  if (mode === "fixed") return { mode, unit, fils };
  return mode === "hourly" ? { mode, fils, nextFils: next_hour ?? fils } : { mode };
}
