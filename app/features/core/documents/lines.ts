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
    { labelName: "description", shown: true, cell: ({ description }) => bidiIsolate(description) },
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

export function lineTotals(
  lines: readonly DocumentLine[],
  withVat: boolean,
  { netLabel = bilingual("totalNet"), totalLabel = bilingual("totalAed") } = {},
): Total[] {
  const gross = sumOf(lines, ({ grossFils }) => grossFils);
  const vat = sumOf(lines, ({ vatFils }) => vatFils);
  const discount = sumOf(lines, ({ discountFils }) => discountFils);
  const deducted = -sumOf(lines, ({ grossFils }) => Math.min(0, grossFils));
  const percents = [...new Set(lines.flatMap(({ vatPercent }) => vatPercent ?? []))].sort((a, b) => b - a);
  return [
    ...(discount + deducted > 0 ? [total(bilingual("beforeDiscount"), gross + discount + deducted)] : []),
    ...(discount > 0 ? [total(bilingual("discount"), -discount)] : []),
    // Only deposits have negative lines.
    ...(deducted > 0 ? [total(bilingual("depositDeducted"), -deducted)] : []),
    ...(withVat
      ? [
          total(netLabel, gross - vat),
          ...percents.map((percent) =>
            total(
              vatLabel(percent),
              sumOf(lines, ({ vatPercent, vatFils }) => (vatPercent === percent ? vatFils : 0)),
            ),
          ),
        ]
      : []),
    total(totalLabel, gross, true),
  ];
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
