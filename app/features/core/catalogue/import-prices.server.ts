import { m } from "~/paraglide/messages";
import { command, query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { CSV_BYTE_ORDER_MARK } from "~/platform/lists/csv";
import type { CsvReading } from "~/platform/lists/csv-mapping";
import { type InvalidRow, readCsv } from "~/platform/lists/csv-rows.server";
import type { ImportOutcome, ImportRow } from "~/platform/lists/import-outcome";
import { bidiIsolate } from "~/platform/locale/locale";
import { dubaiDate, formatDay } from "~/platform/time";
import { planPrice } from "../pricing/commands.server";
import { defaultExtras, type ItemTerms, onDay, type PriceExtras, sameTerms, termsOf } from "../pricing/price";
import {
  type ListRow,
  priceListColumns,
  priceListDateColumns,
  priceListHeader,
  priceListLine,
  priceListOptionalColumns,
  priceListRow,
} from "../pricing/price-list";
import { priceText } from "../pricing/price-text";
import { getPriceBook } from "../pricing/queries.server";
import type { BookEntry } from "../pricing/views";

/** Exports the price book of today as CSV, which can be edited and imported again. */
export const writePriceList = query("prices.read", async function writePriceList(ctx): Promise<string> {
  const { items } = await getPriceBook(ctx);
  const today = dubaiDate(ctx.now);
  const lines = items.flatMap(({ serviceId, item, name, nameAr, prices }) => {
    const terms = onDay(prices, today);
    return terms ? [priceListLine({ serviceId, item, name, nameAr, terms, effectiveFrom: today })] : [];
  });
  return CSV_BYTE_ORDER_MARK + priceListHeader() + lines.join("");
});

/**
 * Imports all changed rows of a price list, or none if a row is wrong. A dry run reports the effect of each
 * row.
 */
export const importPrices = command(
  "prices.manage",
  async function importPrices(
    ctx,
    { csv, dryRun, ...reading }: CsvReading & { csv: string; dryRun: boolean },
  ) {
    const today = dubaiDate(ctx.now);
    const read = readCsv(csv, priceListColumns, priceListRow(today), undefined, {
      ...reading,
      dateColumns: priceListDateColumns,
      optionalColumns: priceListOptionalColumns,
    });
    if (!read.ok) return read;
    const { items } = await getPriceBook(ctx);
    const services = new Set(await listServiceIds(ctx));
    const byDay = read.rows.toSorted((a, b) => (a.row.effectiveFrom < b.row.effectiveFrom ? -1 : 1));
    const book = new Map(items.map((entry) => [`${entry.serviceId} ${entry.item}`, entry]));
    const planned: ListRow[] = [];
    const applied = byDay.map(({ line, row }): ImportRow => {
      const outcome = applyRow(row, book, services, today);
      if (outcome.change === "new" || outcome.change === "changed")
        planned.push(row.effectiveFrom < today ? { ...row, effectiveFrom: today } : row);
      return { line, ...outcome };
    });
    const rows = errorsFirst([...applied, ...read.wrong.map(toInvalidRow)]);
    const wrong = rows.filter(({ change }) => change === "wrong").length;
    if (dryRun) return { ok: true, outcome: { rows, imported: false } satisfies ImportOutcome };
    if (wrong > 0) return refuse("csv-invalid", { count: wrong });
    for (const row of planned) {
      const result = await planPrice(ctx, row);
      if (!result.ok) return result;
    }
    await emit(ctx, "service.prices-imported", null, { count: planned.length });
    return { ok: true, outcome: { rows, imported: true } satisfies ImportOutcome };
  },
);

/** Applies a row to the in-memory book, so that later rows build on it, and returns its effect. */
function applyRow(
  row: ListRow,
  book: Map<string, BookEntry>,
  services: ReadonlySet<string>,
  today: string,
): Omit<ImportRow, "line"> {
  const { serviceId, item, effectiveFrom } = row;
  const key = `${serviceId} ${item}`;
  const entry = book.get(key);
  const isPast = effectiveFrom < today;
  const before = entry && onDay(entry.prices, isPast ? today : effectiveFrom);
  const terms = { ...pickExtras(before ?? entry?.prices[0]), ...row.extras, ...termsOf(row.terms) };
  const title = `${serviceId}: ${entry?.name ?? (row.name || item)}`;
  const from = m.admin_price_from({ day: formatDay(effectiveFrom) });
  const wrong = (problem: string) => ({ change: "wrong" as const, title, detail: "", problems: [problem] });
  if (!services.has(serviceId)) return wrong(m.pricing_error_service());
  if (!entry && !row.name) return wrong(m.pricing_error_name());
  if (entry && before && sameTerms(termsFrom(before), terms)) {
    if (row.nameAr !== undefined && row.nameAr !== entry.nameAr) {
      book.set(key, { ...entry, nameAr: row.nameAr });
      return { change: "changed", title, detail: bidiIsolate(row.nameAr), problems: [] };
    }
    return { change: "same", title, detail: priceText(terms), problems: [] };
  }
  if (isPast) return wrong(m.catalogue_price_error_past());
  if (before?.effectiveFrom === effectiveFrom) return wrong(m.catalogue_price_error_taken());
  const now = { ...terms, id: "", effectiveFrom, period: "planned" as const, canWithdraw: true };
  book.set(key, {
    serviceId,
    item,
    name: entry?.name ?? row.name,
    nameAr: row.nameAr ?? entry?.nameAr ?? null,
    unitAr: entry?.unitAr ?? null,
    version: entry?.version ?? 1,
    isHeadline: entry?.isHeadline ?? false,
    prices: [now, ...(entry?.prices ?? [])].toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1)),
  });
  const detail = before
    ? m.pricing_import_change({ before: priceText(before), after: priceText(terms), from })
    : m.pricing_import_new({ after: priceText(terms), from });
  return { change: entry ? "changed" : "new", title, detail, problems: [] };
}

function pickExtras(entry: PriceExtras | undefined): PriceExtras {
  const { emergencySurcharge, outOfHoursSurcharge, durationMin, bufferMin } = entry ?? defaultExtras;
  return { emergencySurcharge, outOfHoursSurcharge, durationMin, bufferMin };
}

function termsFrom(entry: ItemTerms): ItemTerms {
  const { mode, unit, fils, nextFils } = entry;
  return { mode, unit, fils, nextFils, ...pickExtras(entry) };
}

function toInvalidRow({ line, problems }: InvalidRow): ImportRow {
  return { line, change: "wrong", title: m.csv_line({ line }), detail: "", problems };
}

/** Wrong rows come first. */
function errorsFirst(rows: ImportRow[]): ImportRow[] {
  const rank = ({ change }: ImportRow) => (change === "wrong" ? 0 : 1);
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line);
}

async function listServiceIds(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.selectFrom("services").select("id").execute();
  return rows.map(({ id }) => id);
}
