import { bidiIsolate, perLocale } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { unitsOf } from "../pricing/quantity";
import { unitText } from "../pricing/unit-text";
import type { DocumentLine, Party } from "./document-data";
import { type Row, type Table, type Total, total } from "./document-layout";
import { bilingual, vatLabel } from "./labels";

type Line = DocumentLine & { optional?: boolean };

export function linesTable(lines: readonly Line[], withVat: boolean): Table {
  const withDiscount = lines.some(({ discountFils }) => discountFils !== 0);
  const columns = [
    {
      labelName: "description",
      shown: true,
      cell: ({ description, translation }) =>
        [description, translation].flatMap((text) => (text ? bidiIsolate(text) : [])).join("\n"),
    },
    { labelName: "quantity", shown: true, cell: quantity },
    { labelName: "unitPrice", shown: true, cell: ({ unitFils }) => formatAmount(unitFils) },
    { labelName: "discount", shown: withDiscount, cell: ({ discountFils }) => formatAmount(discountFils) },
    { labelName: "net", shown: withVat, cell: ({ grossFils, vatFils }) => formatAmount(grossFils - vatFils) },
    {
      labelName: "vatPercent",
      shown: withVat,
      cell: ({ vatPercent }) => (vatPercent === null ? "–" : `${vatPercent}%`),
    },
    { labelName: "vat", shown: withVat, cell: ({ vatFils }) => formatAmount(vatFils) },
    { labelName: "total", shown: true, cell: ({ grossFils }) => formatAmount(grossFils) },
  ] satisfies { labelName: Parameters<typeof bilingual>[0]; shown: boolean; cell: (line: Line) => string }[];
  const shown = columns.filter((column) => column.shown);
  const rows: Row[] = [];
  let currentSection = "";
  for (const line of lines) {
    if (line.section && line.section !== currentSection) rows.push({ section: bidiIsolate(line.section) });
    currentSection = line.section;
    rows.push({ cells: shown.map(({ cell }) => cell(line)), option: line.optional ?? false });
  }
  return {
    columns: shown.map(({ labelName }) => ({
      label: bilingual(labelName),
      kind: labelName === "description" ? "wide" : "amount",
    })),
    rows,
  };
}

/** Totals of lines that deduct no deposit. */
export function lineTotals(lines: readonly DocumentLine[], withVat: boolean): Total[] {
  const gross = sumOf(lines, ({ grossFils }) => grossFils);
  const discount = sumOf(lines, ({ discountFils }) => discountFils);
  return [
    ...(discount > 0
      ? [total(bilingual("beforeDiscount"), gross + discount), total(bilingual("discount"), -discount)]
      : []),
    ...(withVat ? [total(bilingual("totalNet"), netOf(lines)), ...vatTotals(lines)] : []),
    total(bilingual("totalAed"), gross, true),
  ];
}

/** One row per rate, which names its net amount if other lines have another rate or none. */
export function vatTotals(lines: readonly DocumentLine[]): Total[] {
  const byRate = Map.groupBy(lines, ({ vatPercent }) => vatPercent);
  return [...byRate]
    .flatMap(([percent, taxed]) => (percent === null ? [] : [{ percent, taxed }]))
    .sort((a, b) => b.percent - a.percent)
    .map(({ percent, taxed }) =>
      total(
        vatLabel(percent, byRate.size > 1 ? formatAmount(netOf(taxed)) : null),
        sumOf(taxed, ({ vatFils }) => vatFils),
      ),
    );
}

export function netOf(lines: readonly DocumentLine[]): number {
  return sumOf(lines, ({ grossFils, vatFils }) => grossFils - vatFils);
}

/** Neither for a seller without TRN nor for lines that are all exempt or out of scope. */
export function showsVat(seller: Party, lines: readonly DocumentLine[]): boolean {
  return seller.trn !== null && lines.some(({ vatPercent }) => vatPercent !== null);
}

export function sumOf<Item>(items: readonly Item[], fils: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + fils(item), 0);
}

const quantities = perLocale((intl) => new Intl.NumberFormat(intl, { maximumFractionDigits: 3 }));

function quantity({ quantityHundredths, unit }: DocumentLine): string {
  const count = quantities().format(unitsOf(quantityHundredths));
  return unit ? `${count}\u00a0${bidiIsolate(unitText(unit, quantityHundredths))}` : count;
}
