import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { ChangeRefused } from "../change-refused";
import { classNames } from "../class-names";
import { isPressed, useShortcutsHere } from "../shortcuts";
import { listItem } from "./list-keys";
import type { Lines, Order } from "./office-list";

interface LinesProps<Row> {
  rows: readonly Row[];
  lines: Lines<Row>;
  openId: string | undefined;
  pathOf: (row: Row) => string;
}

/** The rows in one shape at every width; where they have an order of their own, it is changed here. */
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
  const arrange = order.useArrange();
  const mayArrange = useMay(order.may);
  useShortcutsHere(...(mayArrange ? (["row-up", "row-down"] as const) : []));
  const [told, setTold] = useState("");
  const placed = rows.filter(order.hasPlace);
  const rest = rows.filter((row) => !order.hasPlace(row));

  function move(row: Row, to: number) {
    const others = placed.filter(({ id }) => id !== row.id);
    const place = Math.min(Math.max(to, 0), others.length);
    if (placed[place]?.id === row.id) return;
    arrange.mutate(others.toSpliced(place, 0, row).map(({ id }) => id));
    const name = line.lines.nameOf(row);
    setTold(m.list_order_moved({ name, place: place + 1, count: placed.length }));
  }

  return (
    <>
      <p role="status" className="sr-only">
        {told}
      </p>
      {arrange.error && (
        <div className="px-4 py-2 lg:px-6">
          <ChangeRefused error={arrange.error} />
        </div>
      )}
      <ol>
        {placed.map((row, place) => (
          <Line
            key={row.id}
            row={row}
            {...line}
            place={
              mayArrange
                ? {
                    at: place,
                    count: placed.length,
                    onMove: (to) => move(row, to),
                    onDrop: (draggedId) => {
                      const dragged = placed.find(({ id }) => id === draggedId);
                      if (dragged) move(dragged, place);
                    },
                  }
                : undefined
            }
          />
        ))}
      </ol>
      {rest.length > 0 && (
        <>
          <h2 className="border-b border-line bg-sunken px-4 py-2 text-xs font-medium text-muted lg:px-6">
            {order.rest()}
          </h2>
          <PlainLines rows={rest} {...line} />
        </>
      )}
    </>
  );
}

const DRAGGED = "application/x-list-row";

interface Place {
  /** From 0. */
  at: number;
  count: number;
  onMove: (to: number) => void;
  /** Another row was dropped here. */
  onDrop: (draggedId: string) => void;
}

interface LineProps<Row> extends Omit<LinesProps<Row>, "rows"> {
  row: Row;
  /** Absent for what has no place in the order, and for whoever may not change it. */
  place?: Place;
}

/** A row: dragged by its handle, or moved by its arrows and by Alt with the arrow keys. */
function Line<Row extends { id: string }>({ row, lines, openId, pathOf, place }: LineProps<Row>) {
  const [over, setOver] = useState(false);
  const open = row.id === openId;

  function onKeyDown(event: KeyboardEvent) {
    const step = isPressed("row-up", event) ? -1 : isPressed("row-down", event) ? 1 : 0;
    if (!place || !step) return;
    event.preventDefault();
    place.onMove(place.at + step);
  }

  return (
    <li
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (!place || !event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        place?.onDrop(event.dataTransfer.getData(DRAGGED));
      }}
      className={classNames(
        "flex items-center gap-1 border-b border-line ps-1 pe-3 lg:ps-3 lg:pe-5",
        open ? "bg-brass-soft" : "hover:bg-sunken",
        over && "shadow-[inset_0_3px_0_var(--color-accent)]",
      )}
    >
      {place ? <Handle id={row.id} /> : <span className={lines.order ? "w-7 shrink-0" : "w-3"} />}
      <Link
        to={pathOf(row)}
        preventScrollReset
        {...listItem(row.id)}
        aria-current={open ? "true" : undefined}
        className="flex min-h-13 min-w-0 grow items-center gap-3 rounded-sm py-1.5 -outline-offset-2"
      >
        {lines.line(row)}
      </Link>
      {place && <Arrows name={lines.nameOf(row)} place={place} />}
    </li>
  );
}

function Handle({ id }: { id: string }): ReactNode {
  return (
    <span
      aria-hidden
      draggable
      title={m.list_order_drag()}
      data-drag-handle={id}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, id);
        event.dataTransfer.effectAllowed = "move";
        const row = event.currentTarget.closest("li");
        if (row) event.dataTransfer.setDragImage(row, 0, 0);
      }}
      className="grid h-11 w-7 shrink-0 cursor-grab place-items-center text-muted active:cursor-grabbing"
    >
      <GripVertical className="size-4" />
    </span>
  );
}

function Arrows({ name, place: { at, count, onMove } }: { name: string; place: Place }) {
  return (
    <span className="flex shrink-0">
      <MoveButton
        label={m.list_order_up({ name })}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
        Icon={ArrowUp}
      />
      <MoveButton
        label={m.list_order_down({ name })}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
        Icon={ArrowDown}
      />
    </span>
  );
}

interface MoveButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  Icon: typeof ArrowUp;
}

/** Stays focusable at the end of its way, so that the focus is not lost there. */
function MoveButton({ label, disabled, onClick, Icon }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className="grid size-9 place-items-center rounded text-muted hover:bg-surface hover:text-ink aria-disabled:opacity-35"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
