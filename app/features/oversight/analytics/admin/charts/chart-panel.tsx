import ChartColumn from "lucide-react/icons/chart-column";
import Download from "lucide-react/icons/download";
import Table2 from "lucide-react/icons/table-2";
import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { CSV_BYTE_ORDER_MARK, type CsvCell, csvLine } from "~/platform/lists/csv";
import { classNames } from "~/ui/class-names";
import { tooltip } from "~/ui/overlay/tooltip";
import { Definition } from "../definition";

/** Data of a chart as a table, for reading and export. */
export interface ChartTable {
  heads: readonly string[];
  rows: readonly TableRow[];
  /** Formats a number of a column; the first column is text. */
  format?: (value: number, column: number) => string;
}

interface TableRow {
  cells: readonly CsvCell[];
  /** Link of the row. */
  to?: string;
  /** Links of the numbers. */
  links?: readonly (string | undefined)[];
  /** Previous values, shown below and exported as columns. */
  before?: readonly CsvCell[];
}

interface ChartPanelProps {
  title: string;
  /** Definition of the figure. */
  definition: string;
  /** File name of the export. */
  name: string;
  table: ChartTable;
  className?: string;
  /** True if there is no data. */
  empty?: boolean;
  /** True if the panel is a table only. */
  alwaysTable?: boolean;
  children: ReactNode;
}

/** Titles of the panels that show their table. */
const ChartTables = createContext<{ tables: ReadonlySet<string>; toggle: (title: string) => void }>({
  tables: new Set(),
  toggle() {},
});

/** Keeps the choice of tables while a panel is replaced by its loading state or by an error. */
export function ChartTablesProvider({ children }: { children: ReactNode }) {
  const [tables, setTables] = useState<ReadonlySet<string>>(new Set());
  const toggle = (title: string) => setTables((shown) => shown.symmetricDifference(new Set([title])));
  return <ChartTables value={{ tables, toggle }}>{children}</ChartTables>;
}

const toolClass =
  "inline-grid size-8 shrink-0 place-items-center rounded text-muted hover:bg-brass-soft hover:text-ink aria-pressed:text-link";

/** Chart with title, definition, table and export. */
export function ChartPanel({
  title,
  definition,
  name,
  table,
  className,
  empty = false,
  alwaysTable = false,
  children,
}: ChartPanelProps) {
  const { tables, toggle } = useContext(ChartTables);
  const asTable = tables.has(title);
  const heading = useId();
  return (
    <section
      data-panel=""
      aria-labelledby={heading}
      className={classNames(
        "flex min-w-0 flex-col rounded border border-line bg-surface p-4 pt-2.5",
        className,
      )}
    >
      <header className="mb-2 flex items-center gap-0.5">
        <h2 id={heading} className="min-w-0 py-1 text-sm leading-tight font-medium text-balance">
          {title}
        </h2>
        <Definition of={title} className="size-8">
          {definition}
        </Definition>
        <span className="grow" />
        {!empty && (
          <>
            {!alwaysTable && (
              <button
                type="button"
                aria-pressed={asTable}
                aria-label={m.reports_as_table({ what: title })}
                {...tooltip(asTable ? m.reports_chart() : m.reports_table())}
                className={toolClass}
                onClick={() => toggle(title)}
              >
                {asTable ? (
                  <ChartColumn aria-hidden className="size-4" />
                ) : (
                  <Table2 aria-hidden className="size-4" />
                )}
              </button>
            )}
            <button
              type="button"
              aria-label={m.reports_csv({ what: title })}
              {...tooltip(m.reports_csv_short())}
              className={toolClass}
              onClick={() => saveCsv(name, table)}
            >
              <Download aria-hidden className="size-4" />
            </button>
          </>
        )}
      </header>
      {empty ? (
        <p className="grid grow place-items-center py-8 text-sm text-muted">{m.reports_none()}</p>
      ) : asTable ? (
        <DataTable label={title} table={table} />
      ) : (
        children
      )}
    </section>
  );
}

/** Table that scrolls within itself. */
export function DataTable({
  label,
  table: { heads, rows, format = String },
}: {
  label: string;
  table: ChartTable;
}) {
  const labelFor = (cell: CsvCell, column: number) =>
    typeof cell === "number" ? format(cell, column) : (cell ?? "–");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scroll area is no fieldset.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="figures relative max-h-80 overflow-auto text-sm"
    >
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {heads.map((head, column) => (
              <th
                key={head}
                scope="col"
                className={classNames(
                  "sticky top-0 border-b border-line bg-surface px-2 py-1.5 text-xs font-medium text-muted",
                  column === 0 ? "text-start" : "amount-end",
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells: [first, ...others], to, links, before }) => (
            <tr key={to ?? String(first)} className="border-b border-line last:border-0">
              <th scope="row" className="px-2 py-1.5 text-start font-normal">
                <CellLink to={to}>
                  <bdi>{first}</bdi>
                </CellLink>
              </th>
              {others.map((cell, at) => (
                <td key={heads[at + 1]} className="px-2 py-1.5 amount-end whitespace-nowrap">
                  <CellLink to={cell === null ? undefined : links?.[at]}>{labelFor(cell, at + 1)}</CellLink>
                  {before && (
                    <span className="block text-xs text-muted">
                      {m.reports_was({ value: labelFor(before[at] ?? null, at + 1) })}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CellLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link to={to} className="inline-block min-w-6 text-link hover:underline">
      {children}
    </Link>
  );
}

export function saveCsv(name: string, { heads, rows }: Pick<ChartTable, "heads" | "rows">): void {
  const [, ...numbers] = heads;
  const earlier = rows.some(({ before }) => before)
    ? numbers.map((head) => m.reports_head_before({ head }))
    : [];
  const lines = [
    csvLine([...heads, ...earlier]),
    ...rows.map(({ cells, before = [] }) => csvLine([...cells, ...before])),
  ];
  const url = URL.createObjectURL(new Blob([CSV_BYTE_ORDER_MARK, ...lines], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
