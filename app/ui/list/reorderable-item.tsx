import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { classNames } from "../class-names";
import { isPressed } from "../hooks/shortcuts";

interface ReorderOptions<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  onReorder: (ids: string[]) => void;
}

/** Returns the position of each row and the announcement of the last move. */
export function useReorder<Row extends { id: string }>({ rows, nameOf, onReorder }: ReorderOptions<Row>) {
  const [announcement, setAnnouncement] = useState("");

  function move(row: Row, to: number) {
    const others = rows.filter(({ id }) => id !== row.id);
    const index = Math.min(Math.max(to, 0), others.length);
    if (rows[index]?.id === row.id) return;
    onReorder(others.toSpliced(index, 0, row).map(({ id }) => id));
    setAnnouncement(
      m.list_order_moved({ name: bidiIsolate(nameOf(row)), place: index + 1, count: rows.length }),
    );
  }

  const positionOf = (row: Row, index: number): OrderPosition => ({
    index,
    count: rows.length,
    onMove: (to) => move(row, to),
    onDrop: (draggedId) => {
      const dragged = rows.find(({ id }) => id === draggedId);
      if (dragged) move(dragged, index);
    },
  });
  return { announcement, positionOf };
}

const DRAGGED = "application/x-list-row";

export interface OrderPosition {
  /** Index in the list, from 0. */
  index: number;
  count: number;
  onMove: (to: number) => void;
  onDrop: (draggedId: string) => void;
}

interface ReorderableItemProps {
  id: string;
  name: string;
  /** Absent: the item cannot be moved. */
  position?: OrderPosition;
  /** Reserves the space of the handle, so that the item aligns with movable ones. */
  isListReorderable?: boolean;
  className?: string;
  children: ReactNode;
}

/** List item that users move by its handle, buttons or Alt with the arrow keys. */
export function ReorderableItem({
  id,
  name,
  position,
  isListReorderable = true,
  className,
  children,
}: ReorderableItemProps) {
  const [over, setOver] = useState(false);

  function onKeyDown(event: KeyboardEvent) {
    const step = isPressed("row-up", event) ? -1 : isPressed("row-down", event) ? 1 : 0;
    if (!position || !step) return;
    event.preventDefault();
    position.onMove(position.index + step);
  }

  return (
    <li
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (!position || !event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        position?.onDrop(event.dataTransfer.getData(DRAGGED));
      }}
      className={classNames(className, over && "shadow-[inset_0_3px_0_var(--color-accent)]")}
    >
      {position ? <Handle id={id} /> : <span className={isListReorderable ? "w-7 shrink-0" : "w-3"} />}
      {children}
      {position && <Arrows name={name} position={position} />}
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

function Arrows({ name, position: { index, count, onMove } }: { name: string; position: OrderPosition }) {
  return (
    <span className="flex shrink-0">
      <MoveButton
        label={m.list_order_up({ name: bidiIsolate(name) })}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
        Icon={ArrowUp}
      />
      <MoveButton
        label={m.list_order_down({ name: bidiIsolate(name) })}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
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

/** `aria-disabled` instead of `disabled`, because the button must keep the focus at either end. */
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
