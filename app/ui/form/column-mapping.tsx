import { type ReactNode, useId, useState } from "react";
import { m } from "~/paraglide/messages";
import { readCsvDay } from "~/platform/lists/csv-day";
import {
  type CsvColumns,
  type CsvReading,
  type DateOrder,
  dateOrders,
  findDateOrder,
  mappedCell,
  normalizeHeading,
  readColumns,
  withDayFirst,
} from "~/platform/lists/csv-mapping";
import { programHeadings } from "~/platform/lists/program-headings";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { Button } from "../button";
import { Select } from "./field";

const SHOWN_ROWS = 3;

export interface CsvListColumns {
  columns: readonly string[];
  dateColumns: readonly string[];
  /** Columns that only files of other programs have. */
  optionalColumns?: readonly string[];
}

/** Null if the file has the list's own columns and no date that needs a question. */
export function readForMapping(csv: string, list: CsvListColumns): CsvColumns | null {
  const read = readColumns(csv, list.columns, list.optionalColumns);
  const dates = findDateOrder(datesOf(read, read.mapping, list.dateColumns));
  const needsNoStep =
    read.isOwn && (dates.kind === "none" || (dates.kind === "decided" && dates.order === "day-first"));
  return needsNoStep ? null : read;
}

interface ColumnMappingProps extends CsvListColumns {
  read: CsvColumns;
  disabled: boolean;
  submit: string;
  onSubmit: (reading: CsvReading) => void;
}

/** Assigns columns of the file to those of the list and shows the first rows as they will be read. */
export function ColumnMapping({
  read,
  columns,
  dateColumns,
  optionalColumns = [],
  disabled,
  submit,
  onSubmit,
}: ColumnMappingProps) {
  const [mapping, setMapping] = useState(read.mapping);
  const [chosenOrder, setChosenOrder] = useState<DateOrder | null>(null);
  const dates = findDateOrder(datesOf(read, mapping, dateColumns));
  const order = dates.kind === "decided" ? dates.order : chosenOrder;
  const isOpen = dates.kind === "open" && order === null;
  const rows = read.rows.slice(0, SHOWN_ROWS).map((cells) => recordOf(read.headings, cells));
  const shownCell = (column: string, row: Record<string, string>) => {
    const cell = mappedCell(row, mapping, column);
    if (!dateColumns.includes(column) || isOpen) return cell;
    const day = readCsvDay(withDayFirst(cell, order ?? undefined));
    return day === null ? cell : formatDay(day, "fullDate");
  };
  return (
    <section aria-labelledby="csv-mapping" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 id="csv-mapping" className="text-base font-semibold">
          {m.csv_mapping_title()}
        </h2>
        <p className="text-sm text-muted">{m.csv_mapping_hint()}</p>
        {read.program && (
          <p className="text-sm">{m.csv_mapping_program({ program: programHeadings[read.program].name })}</p>
        )}
      </div>
      <ul className="flex flex-col divide-y divide-line rounded border border-line">
        {[...columns, ...optionalColumns].map((column) => (
          <li key={column} className="grid gap-x-4 gap-y-1 p-3 sm:grid-cols-2">
            <Select
              label={column}
              value={JSON.stringify(mapping[column] ?? [])}
              disabled={disabled}
              onChange={({ target }) => setMapping({ ...mapping, [column]: JSON.parse(target.value) })}
            >
              <option value="[]">{m.csv_mapping_none()}</option>
              {choicesFor(read, column).map((headings) => (
                <option key={headings.join("\n")} value={JSON.stringify(headings)}>
                  {headings.join(" + ")}
                </option>
              ))}
            </Select>
            <Values
              label={m.csv_mapping_values({ column })}
              values={rows.map((row) => shownCell(column, row))}
            />
          </li>
        ))}
      </ul>
      {dates.kind === "open" && (
        <DateQuestion cell={dates.cell} order={order} disabled={disabled} onChoose={setChosenOrder} />
      )}
      {dates.kind === "decided" && (
        <p className="text-sm">
          {dates.order === "day-first"
            ? m.csv_dates_day_first({ date: bidiIsolate(dates.cell) })
            : m.csv_dates_month_first({ date: bidiIsolate(dates.cell) })}
        </p>
      )}
      <Button
        size="small"
        className="self-start"
        disabled={disabled || isOpen}
        onClick={() => onSubmit({ mapping, ...(order ? { dateOrder: order } : {}) })}
      >
        {submit}
      </Button>
    </section>
  );
}

/** The suggestion may join several columns, such as first and last name. */
function choicesFor({ headings, mapping }: CsvColumns, column: string): string[][] {
  const suggested = mapping[column] ?? [];
  return [
    ...(suggested.length > 1 ? [suggested] : []),
    ...headings.flatMap((heading) => (heading === "" ? [] : [[heading]])),
  ];
}

function Values({ label, values }: { label: string; values: readonly string[] }) {
  const shown = values.filter((value) => value !== "");
  return (
    <p className="flex min-w-0 flex-col justify-center text-sm text-muted">
      <span className="sr-only">{label}</span>
      {shown.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key.
        <bdi key={at} className="wrap-anywhere">
          {value}
        </bdi>
      ))}
    </p>
  );
}

interface DateQuestionProps {
  cell: string;
  order: DateOrder | null;
  disabled: boolean;
  onChoose: (order: DateOrder) => void;
}

function DateQuestion({ cell, order, disabled, onChoose }: DateQuestionProps): ReactNode {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        {m.csv_dates_question({ date: bidiIsolate(cell) })}
      </legend>
      {dateOrders.map((each) => (
        <label key={each} className="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="radio"
            name={name}
            className="size-4 accent-accent"
            checked={order === each}
            disabled={disabled}
            onChange={() => onChoose(each)}
          />
          <span>{formatDay(readCsvDay(withDayFirst(cell, each))!, "fullDate")}</span>
        </label>
      ))}
    </fieldset>
  );
}

function recordOf(headings: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(headings.map((heading, at) => [normalizeHeading(heading), cells[at] ?? ""]));
}

function datesOf(
  { headings, rows }: CsvColumns,
  mapping: CsvColumns["mapping"],
  dateColumns: readonly string[],
): string[] {
  const at = dateColumns
    .flatMap((column) => mapping[column] ?? [])
    .map((heading) => headings.indexOf(heading))
    .filter((index) => index >= 0);
  return rows.flatMap((cells) => at.flatMap((index) => cells[index] ?? []));
}
