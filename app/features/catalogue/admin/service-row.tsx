import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import { type KeyboardEvent, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { Badge } from "~/ui/badge";
import { classNames } from "~/ui/class-names";
import { formatMinutes } from "~/ui/duration";
import { listItem } from "~/ui/list-keys";
import { priceText } from "../../pricing/price-text";
import type { ServiceRecord } from "../views";
import { ServiceIcon } from "./service-icon";

const DRAGGED = "application/x-service";

interface Order {
  /** From 0. */
  place: number;
  count: number;
  onMove: (to: number) => void;
  /** Another service was dropped here. */
  onDrop: (draggedId: string) => void;
}

interface ServiceRowProps {
  service: ServiceRecord;
  open: boolean;
  /** Absent for what is archived: it has no place. */
  order?: Order;
}

/** A service: dragged by its handle, or moved by its arrows and by Alt with the arrow keys. */
export function ServiceRow({ service, open, order }: ServiceRowProps) {
  const [over, setOver] = useState(false);
  const { id, name, summary, icon, durationMin, bufferMin } = service;

  function onKeyDown(event: KeyboardEvent) {
    const step = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!order || !step) return;
    event.preventDefault();
    order.onMove(order.place + step);
  }

  return (
    <li
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (!order || !event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        order?.onDrop(event.dataTransfer.getData(DRAGGED));
      }}
      className={classNames(
        "flex items-center gap-1 border-b border-line ps-1 pe-3 lg:ps-3 lg:pe-5",
        open ? "bg-brass-soft" : "hover:bg-sunken",
        over && "shadow-[inset_0_3px_0_var(--color-accent)]",
      )}
    >
      {order ? (
        <span
          aria-hidden
          draggable
          title={m.admin_services_drag()}
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
      ) : (
        <span className="w-7 shrink-0" />
      )}
      <Link
        to={`/admin/services/${id}`}
        {...listItem(id)}
        aria-current={open ? "true" : undefined}
        className="flex min-h-13 min-w-0 grow items-center gap-3 rounded-sm py-1.5 -outline-offset-2"
      >
        <ServiceIcon name={icon} className="size-5 shrink-0 text-muted" />
        <span className="min-w-0 grow">
          <span className="flex items-center gap-2">
            <span className="truncate text-sm font-medium">{name}</span>
            {service.outdoor && <Badge>{m.admin_services_outdoor()}</Badge>}
          </span>
          <span className="block truncate text-xs text-muted">{summary}</span>
        </span>
        <span className="figures w-24 shrink-0 text-end text-xs max-sm:hidden">
          {formatMinutes(durationMin)}
          {bufferMin > 0 && (
            <span className="block text-muted">
              {m.admin_services_buffer({ time: formatMinutes(bufferMin) })}
            </span>
          )}
        </span>
        <span className="figures hidden w-56 shrink-0 truncate text-end text-xs text-muted @3xl:block">
          {priceText(service.price)}
        </span>
      </Link>
      {order && (
        <span className="flex shrink-0">
          <MoveButton
            label={m.admin_services_up({ name })}
            disabled={order.place === 0}
            onClick={() => order.onMove(order.place - 1)}
            Icon={ArrowUp}
          />
          <MoveButton
            label={m.admin_services_down({ name })}
            disabled={order.place === order.count - 1}
            onClick={() => order.onMove(order.place + 1)}
            Icon={ArrowDown}
          />
        </span>
      )}
    </li>
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
