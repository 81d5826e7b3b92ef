import { Fragment, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { classNames } from "../class-names";
import { Checkbox } from "../form/checkbox";
import { cell, Heading, headingClass } from "../table";
import { TruncateAtWord } from "../truncate-at-word";
import {
  hiddenFrom,
  SELECTION_WIDTH,
  shownFrom,
  startsBelow,
  WIDE_LIST,
  widthInRem,
  widths,
} from "./column-widths";
import { listItem } from "./list-keys";
import type { Bulk, CardPosition, Column, Columns } from "./office-list";
import type { Sort } from "./sort";
import { SortHeading } from "./sort-controls";
import { MAX_SELECTED, type Selection } from "./use-selection";

export interface RowsProps<Row> {
  rows: readonly Row[];
  layout: Columns<Row>;
  sort: Sort;
  onSort: (sort: Sort) => void;
  openId: string | undefined;
  now: Date;
  pathOf: (row: Row) => string;
  /** True if a record opens beside the list. */
  keepsScroll: boolean;
  isFresh: (row: Row) => boolean;
  isUrgent: (row: Row) => boolean;
  bulk: Bulk<Row> | undefined;
  selection: Selection<Row>;
}

export function TableOrCards<Row extends { id: string }>(props: RowsProps<Row>) {
  return (
    <>
      <div className="hidden @xl:block">
        <RowsTable {...props} />
      </div>
      <div className="@xl:hidden">
        <RowsCards {...props} />
      </div>
    </>
  );
}

function RowsTable<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, layout, sort, onSort, openId, now, pathOf, isFresh, isUrgent, bulk, selection } = props;
  const preventScrollReset = props.keepsScroll;
  const columns = layout.columns.filter(({ isPresent }) => !isPresent || rows.some(isPresent));
  const link = columns.find(({ isLink }) => isLink);
  const navigate = useNavigate();
  const hiddenFirst = !bulk && columns[0]?.visibleFrom;
  const startOf = (column: Column<Row>) => hiddenFirst && column === columns[1] && startsBelow[hiddenFirst];
  return (
    <table className={`w-full table-fixed border-separate border-spacing-0 text-xs ${WIDE_LIST.className}`}>
      <thead>
        <tr>
          {bulk && (
            <th scope="col" className={classNames(headingClass, SELECTION_WIDTH)}>
              <SelectAllRows bulk={bulk} rows={rows} selection={selection} />
            </th>
          )}
          {columns.map((column) => {
            const { label, alignEnd, visibleFrom, width, sort: name } = column;
            const rem = width && `calc(${widthInRem(width)}rem * var(--room, 1))`;
            const className = classNames(visibleFrom && widths[visibleFrom], startOf(column));
            const look = { end: alignEnd, width: rem, className };
            return name ? (
              <SortHeading key={label()} {...look} layout={layout} name={name} sort={sort} onSort={onSort}>
                {label()}
              </SortHeading>
            ) : (
              <Heading key={label()} {...look}>
                {label()}
              </Heading>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const open = row.id === openId;
          return (
            <tr
              key={row.id}
              onClick={(event) => {
                if (!(event.target instanceof Element && event.target.closest("a, label")))
                  navigate(pathOf(row), { preventScrollReset });
              }}
              className={classNames(
                "cursor-pointer [&>td]:border-b [&>td]:border-line",
                open ? "bg-brass-soft" : "hover:bg-sunken",
                isUrgent(row) && "[&>td:first-child]:shadow-[inset_4px_0_0_var(--color-signal)]",
                isFresh(row) && "row-arrives",
              )}
            >
              {bulk && (
                <td className={cell}>
                  {bulk.isSelectable(row) ? (
                    <SelectRow bulk={bulk} row={row} selection={selection} />
                  ) : (
                    <NotSelectable />
                  )}
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.label()}
                  title={column.fullText?.(row)}
                  className={classNames(
                    cell,
                    column.visibleFrom && widths[column.visibleFrom],
                    startOf(column),
                    column.alignEnd && "amount-end",
                    column.cellClass,
                  )}
                >
                  {column.isLink ? (
                    <span className="flex items-center gap-2">
                      <Link
                        to={pathOf(row)}
                        preventScrollReset={preventScrollReset}
                        {...listItem(row.id)}
                        aria-current={open ? "true" : undefined}
                        className="min-w-0 rounded-sm text-link"
                      >
                        {truncated(column.cell(row, now))}
                      </Link>
                      <Marks>{column.marks?.(row)}</Marks>
                    </span>
                  ) : column.card === "title" && link?.visibleFrom ? (
                    <>
                      <Link
                        to={pathOf(row)}
                        preventScrollReset={preventScrollReset}
                        {...listItem(row.id)}
                        aria-current={open ? "true" : undefined}
                        aria-label={accessibleName(link.cell(row, now), column.cell(row, now))}
                        className={classNames(
                          "rounded-sm text-link",
                          new Map<string | undefined, string>(hiddenFrom).get(link.visibleFrom),
                        )}
                      >
                        {truncated(column.cell(row, now))}
                      </Link>
                      <span className={shownFrom[link.visibleFrom]}>{truncated(column.cell(row, now))}</span>
                    </>
                  ) : (
                    truncated(column.cell(row, now), column.alignEnd)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function RowsCards<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, openId, pathOf, isFresh, isUrgent, bulk, selection } = props;
  // Aligns all cards if any is selectable.
  const choosing = bulk !== undefined && rows.some(bulk.isSelectable);
  return (
    <ul className="flex flex-col">
      {rows.map((row) => (
        <li
          key={row.id}
          className={classNames(
            "flex border-b border-line",
            row.id === openId ? "bg-brass-soft" : "hover:bg-sunken",
            isUrgent(row) && "shadow-[inset_3px_0_0_var(--color-signal)]",
            isFresh(row) && "row-arrives",
          )}
        >
          {choosing &&
            (bulk.isSelectable(row) ? (
              <SelectRow bulk={bulk} row={row} selection={selection} className="w-12" />
            ) : (
              <span className="w-12 shrink-0" />
            ))}
          <Link
            to={pathOf(row)}
            preventScrollReset={props.keepsScroll}
            {...listItem(row.id)}
            aria-current={row.id === openId ? "true" : undefined}
            className={classNames(
              "flex min-w-0 grow flex-col gap-1.5 py-3 pe-4 -outline-offset-2 lg:pe-6",
              !choosing && "ps-4 lg:ps-6",
            )}
          >
            <Card {...props} row={row} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Card<Row extends { id: string }>({ row, layout, now }: RowsProps<Row> & { row: Row }) {
  const { columns } = layout;
  function cellsAt(place: CardPosition): ReactNode[] {
    return columns
      .filter(({ card }) => card === place)
      .map(({ cell, onCard = cell }) => isolated(onCard(row, now)))
      .filter(Boolean);
  }
  const title = columns.find(({ card }) => card === "title");
  const [line, lineEnd, foot, footEnd] = [
    cellsAt("line"),
    cellsAt("line-end"),
    cellsAt("foot"),
    cellsAt("foot-end"),
  ];
  return (
    <>
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 font-medium">
          {title && truncated((title.onCard ?? title.cell)(row, now))}
        </span>
        <Marks>
          {cellsAt("mark").map((mark, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the columns never changes.
            <Fragment key={at}>{mark}</Fragment>
          ))}
          <span className="empty:hidden">{title?.marks?.(row)}</span>
        </Marks>
      </span>
      {line.length + lineEnd.length > 0 && (
        <span className="flex items-baseline justify-between gap-3 text-sm">
          <span className="min-w-0 truncate text-muted">{joinWithDots(line)}</span>
          <span className="figures shrink-0 text-xs">{joinWithDots(lineEnd)}</span>
        </span>
      )}
      {foot.length + footEnd.length > 0 && (
        <span className="figures flex items-baseline justify-between gap-3 text-xs text-muted">
          <span className="min-w-0 truncate">{joinWithDots(foot)}</span>
          <span className="shrink-0">{joinWithDots(footEnd)}</span>
        </span>
      )}
    </>
  );
}

/** User text of either direction is isolated. */
function isolated(content: ReactNode): ReactNode {
  return content && typeof content === "string" ? <bdi>{content}</bdi> : content;
}

function truncated(content: ReactNode, end?: true): ReactNode {
  if (!content || typeof content !== "string") return content;
  return <TruncateAtWord className={end && "ml-auto"}>{content}</TruncateAtWord>;
}

/** Name of a link that shows only the title of its record. */
function accessibleName(reference: ReactNode, title: ReactNode): string | undefined {
  return typeof reference === "string" && typeof title === "string"
    ? `${bidiIsolate(reference)} ${bidiIsolate(title)}`
    : undefined;
}

function joinWithDots(parts: readonly ReactNode[]): ReactNode {
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the columns never changes.
    <Fragment key={at}>
      {at > 0 && <span>{" · "}</span>}
      <span>{part}</span>
    </Fragment>
  ));
}

function Marks({ children }: { children: ReactNode }) {
  return <span className="flex shrink-0 gap-1.5 empty:hidden">{children}</span>;
}

interface ChooseProps<Row> {
  bulk: Bulk<Row>;
  row: Row;
  selection: Selection<Row>;
  className?: string;
}

function SelectRow<Row extends { id: string }>({ bulk, row, selection, className }: ChooseProps<Row>) {
  return (
    <CheckCell
      label={m.list_bulk_choose({ name: bidiIsolate(bulk.nameOf(row)) })}
      checked={selection.has(row.id)}
      onChange={() => selection.toggle(row.id)}
      className={className}
    />
  );
}

function SelectAllRows<Row extends { id: string }>({
  bulk,
  rows,
  selection,
}: Pick<ChooseProps<Row>, "bulk" | "selection"> & { rows: readonly Row[] }) {
  const choosable = rows.filter(bulk.isSelectable);
  const allChosen =
    choosable.length > 0 && choosable.slice(0, MAX_SELECTED).every(({ id }) => selection.has(id));
  return (
    <CheckCell
      label={bulk.chooseAll()}
      checked={allChosen}
      disabled={choosable.length === 0 || selection.isSelectingAll}
      onChange={() => (allChosen ? selection.set([]) : selection.selectAll())}
    />
  );
}

/** Keeps the column of checkboxes even. */
function NotSelectable() {
  return (
    <span aria-hidden className="grid size-7 place-items-center">
      <span className="size-4 rounded-[3px] border border-line" />
    </span>
  );
}

interface CheckCellProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  className?: string;
  onChange: () => void;
}

function CheckCell({ label, className = "size-7", ...input }: CheckCellProps) {
  return (
    <label className={classNames("grid shrink-0 cursor-pointer place-items-center", className)}>
      <Checkbox small aria-label={label} {...input} />
    </label>
  );
}
