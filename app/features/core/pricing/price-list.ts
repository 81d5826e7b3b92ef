import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type CsvCell, csvLine } from "~/platform/lists/csv";
import { csvDay } from "~/platform/lists/csv-day";
import { parseMoney } from "~/platform/money-input";
import { parseWholeNumber } from "~/platform/text/numerals";
import { singleLine } from "~/platform/text/sanitize-text";
import { isDay } from "~/platform/time";
import type { ItemTerms, PriceExtras, PriceInput } from "./price";
import { dayOfPrice, itemName, priceExtras, priceFils } from "./schema";

/** Price book as CSV, edited in a spreadsheet and imported again. Money in AED including VAT. */

export const priceListColumns = [
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

export const priceListOptionalColumns = ["name_ar"] as const;

export const priceListDateColumns = ["from"] as const;

const allColumns = [...priceListColumns, ...priceListOptionalColumns];

export interface PriceListEntry {
  serviceId: string;
  item: string;
  name: string;
  nameAr: string | null;
  terms: ItemTerms;
  effectiveFrom: string;
}

export function priceListHeader(): string {
  return csvLine(allColumns);
}

export function priceListLine({
  serviceId,
  item,
  name,
  nameAr,
  terms,
  effectiveFrom,
}: PriceListEntry): string {
  const cells: Record<(typeof allColumns)[number], CsvCell> = {
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
    name_ar: nameAr,
  };
  return csvLine(allColumns.map((column) => cells[column]));
}

/** A plain number, so that spreadsheets can calculate. */
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

type OptionalNumber = number | null | undefined;
/** Empty means unchanged. */
const optionalNumber = (rule: z.ZodMiniType<OptionalNumber, OptionalNumber>) =>
  z.pipe(
    z.transform(
      (typed: string): OptionalNumber => (typed === "" ? undefined : (parseWholeNumber(typed) ?? Number.NaN)),
    ),
    rule,
  );

const { emergencySurcharge, outOfHoursSurcharge, durationMin, bufferMin } = priceExtras.shape;

/**
 * `today`: Dubai day, the default of `from`. A past day is accepted for an unchanged price, because the list
 * may be days old.
 */
export const priceListRow = (today: string) =>
  z.pipe(
    z
      .object({
        service: z.string().check(singleLine(), z.minLength(1, { error: () => m.admin_error_required() })),
        item: itemName,
        name: z
          .string()
          .check(singleLine(), z.maxLength(80, { error: () => m.admin_error_too_long({ max: 80 }) })),
        mode: z.enum(["fixed", "hourly", "survey"], { error: () => m.pricing_error_mode() }),
        unit: z
          .string()
          .check(singleLine(), z.maxLength(20, { error: () => m.admin_error_too_long({ max: 20 }) })),
        price: amount,
        next_hour: amount,
        emergency_percent: optionalNumber(emergencySurcharge),
        out_of_hours_percent: optionalNumber(outOfHoursSurcharge),
        minutes: optionalNumber(durationMin),
        buffer_minutes: optionalNumber(bufferMin),
        from: z.pipe(
          z.pipe(
            csvDay(),
            z.transform((day) => day || today),
          ),
          dayOfPrice(today),
        ),
        name_ar: z
          .string()
          .check(singleLine(), z.maxLength(80, { error: () => m.admin_error_too_long({ max: 80 }) })),
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
          error: () => m.catalogue_price_error_past(),
          when: ({ issues }) => issues.length > 0,
        }),
      ),
    z.transform((row) => ({
      serviceId: row.service,
      item: row.item,
      name: row.name,
      // Empty means unchanged.
      nameAr: row.name_ar || undefined,
      terms: inputOf(row),
      extras: extrasOf(row),
      effectiveFrom: row.from,
    })),
  );
export type ListRow = z.output<ReturnType<typeof priceListRow>>;

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
