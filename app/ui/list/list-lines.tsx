import { Link } from "react-router";
import { useMay } from "~/platform/auth/use-may";
import { classNames } from "../class-names";
import { useShortcutsInHelp } from "../hooks/shortcuts";
import { ChangeRefused } from "../overlay/change-refused";
import { listItem } from "./list-keys";
import type { Lines, Order } from "./office-list";
import { type OrderPosition, ReorderableItem, useReorder } from "./reorderable-item";

interface LinesProps<Row> {
  rows: readonly Row[];
  lines: Lines<Row>;
  openId: string | undefined;
  pathOf: (row: Row) => string;
}

export function ListLines<Row extends { id: string }>(props: LinesProps<Row>) {
  const { order } = props.lines;
  if (order) return <OrderedLines {...props} order={order} />;
  return <PlainLines {...props} />;
}

function PlainLines<Row extends { id: string }>({ rows, ...line }: LinesProps<Row>) {
  return (
    <ul>
      {rows.map((row) => (
        <Line key={row.id} row={row} {...line} />
      ))}
    </ul>
  );
}

function OrderedLines<Row extends { id: string }>({
  rows,
  order,
  ...line
}: LinesProps<Row> & { order: Order<Row> }) {
  const arrange = order.useReorder();
  const mayArrange = useMay(order.may);
  useShortcutsInHelp(...(mayArrange ? (["row-up", "row-down"] as const) : []));
  const placed = rows.filter(order.isOrdered);
  const rest = rows.filter((row) => !order.isOrdered(row));
  const { announcement, positionOf } = useReorder({
    rows: placed,
    nameOf: line.lines.nameOf,
    onReorder: (ids) => arrange.mutate(ids),
  });

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {arrange.error && (
        <div className="px-4 py-2 lg:px-6">
          <ChangeRefused error={arrange.error} />
        </div>
      )}
      <ol>
        {placed.map((row, index) => (
          <Line key={row.id} row={row} {...line} position={mayArrange ? positionOf(row, index) : undefined} />
        ))}
      </ol>
      {rest.length > 0 && (
        <>
          <h2 className="border-b border-line bg-sunken px-4 py-2 text-xs font-medium text-muted lg:px-6">
            {order.unorderedTitle()}
          </h2>
          <PlainLines rows={rest} {...line} />
        </>
      )}
    </>
  );
}

interface LineProps<Row> extends Omit<LinesProps<Row>, "rows"> {
  row: Row;
  position?: OrderPosition;
}

function Line<Row extends { id: string }>({ row, lines, openId, pathOf, position }: LineProps<Row>) {
  const open = row.id === openId;
  return (
    <ReorderableItem
      id={row.id}
      name={lines.nameOf(row)}
      position={position}
      isListReorderable={lines.order !== undefined}
      className={classNames(
        "flex items-center gap-1 border-b border-line ps-1 pe-3 lg:ps-3 lg:pe-5",
        open ? "bg-brass-soft" : "hover:bg-sunken",
      )}
    >
      <Link
        to={pathOf(row)}
        preventScrollReset
        {...listItem(row.id)}
        aria-current={open ? "true" : undefined}
        className="flex min-h-13 min-w-0 grow items-center gap-3 rounded-sm py-1.5 -outline-offset-2"
      >
        {lines.line(row)}
      </Link>
    </ReorderableItem>
  );
}
