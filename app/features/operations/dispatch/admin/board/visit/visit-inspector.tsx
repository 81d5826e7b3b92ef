import { useQuery } from "@tanstack/react-query";
import SquareArrowOutUpRight from "lucide-react/icons/square-arrow-out-up-right";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import type { HttpError } from "~/platform/browser/http-client";
import { formatRelativeTime } from "~/platform/relative-time";
import { dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { pressedKey } from "~/ui/hooks/latin-key";
import { useShortcuts } from "~/ui/hooks/shortcuts";
import { useNow } from "~/ui/hooks/use-now";
import { LoadedRecord, RecordHead, RecordPanel } from "~/ui/overlay/drawer";
import { RecordActions } from "~/ui/overlay/record-actions";
import { tooltip } from "~/ui/overlay/tooltip";
import { shortServiceName } from "../../../../../core/catalogue/short-trade";
import { BookingSections } from "../../../../bookings/admin/booking-drawer";
import { EmergencyBadge } from "../../../../bookings/admin/emergency-badge";
import { bookingQuery } from "../../../../bookings/admin-client";
import { StateBadge } from "../../../../bookings/components/state-badge";
import type { BookingDetail } from "../../../../bookings/office/views";
import type { BoardTechnician } from "../../../views";
import { type BoardItem, canMove, canResize, isItemUnderWay, itemPlacement } from "../board-item";
import type { Change } from "../changes/change";
import { submitLabel } from "../changes/change-text";
import { isWarning } from "../changes/use-board-changes";
import { type OpenedVisit, PlacementForm } from "./placement-form";
import { canHandOver, VisitHandover } from "./visit-handover";
import { useVisitProgress } from "./visit-progress";

const CLOCK_MS = 20_000;

interface VisitInspectorProps {
  opened: OpenedVisit;
  /** The item left the board. */
  isRemoved: boolean;
  technicians: readonly BoardTechnician[];
  /** Default day. */
  day: string;
  applyChange: (change: Change) => Promise<HttpError | null>;
  /** Live value, because the inspector may open before a change is answered. */
  notificationPending: readonly string[];
  onNotify: (visitId: string) => void;
  notifyCustomers: boolean;
  /** `from`: booking version before days were planned. */
  onPlanned: (booking: BookingDetail, from: number) => void;
  /** In the queue's place; otherwise a modal dialog over the complete screen. */
  docked: boolean;
  onClose: () => void;
}

/** Record of a visit or of unassigned work beside the board. Its changes can be undone like those of dragging. */
export function VisitInspector({
  opened,
  isRemoved,
  notificationPending,
  onNotify,
  notifyCustomers,
  onPlanned,
  docked,
  onClose,
  applyChange,
  ...placement
}: VisitInspectorProps) {
  const { item } = opened;
  const booking = useQuery(bookingQuery(item.bookingId));
  const [sending, setSending] = useState(0);
  const state = booking.data?.state ?? item.bookingState;

  async function apply(change: Change) {
    setSending((count) => count + 1);
    try {
      return await applyChange(change);
    } finally {
      setSending((count) => count - 1);
    }
  }

  return (
    <Frame
      label={m.board_dialog_title({ reference: item.reference, service: item.serviceName })}
      docked={docked}
      onClose={onClose}
      head={
        <>
          <VisitTitle item={item} />
          <span className="flex shrink-0 flex-col items-start gap-1 sm:flex-row">
            {state && <StateBadge state={state} />}
            {item.emergency && <EmergencyBadge />}
          </span>
          <Link
            to={`/admin/bookings/${item.bookingId}`}
            aria-label={m.board_open_booking()}
            {...tooltip(m.board_open_booking())}
            className="ms-auto grid size-9 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
          >
            <SquareArrowOutUpRight aria-hidden className="size-4 rtl:-scale-x-100" />
          </Link>
        </>
      }
      footer={
        // A move to another day removes the item before its answer arrives.
        isRemoved && sending === 0 ? (
          <div className="flex items-center justify-between gap-3">
            <p role="status" className="text-sm">
              {m.board_gone()}
            </p>
            <Button size="small" tone="quiet" autoFocus onClick={onClose}>
              {m.common_close()}
            </Button>
          </div>
        ) : (
          <VisitActions {...{ opened, onClose, ...placement }} applyChange={apply} />
        )
      }
    >
      {item.visitId && notificationPending.includes(item.visitId) && (
        <p className="mx-4 mt-4 flex items-center justify-between gap-3 rounded bg-brass-soft px-3 py-1 text-sm text-brass-text lg:mx-5">
          {m.board_not_notified()}
          <Button
            size="small"
            tone="quiet"
            onClick={() => {
              onNotify(item.visitId!);
              onClose();
            }}
          >
            {m.board_send_updates()}
          </Button>
        </p>
      )}
      <LoadedRecord
        query={booking}
        missing={m.office_bookings_not_found()}
        failed={m.office_bookings_failed()}
      >
        {(record) => (
          <BookingSections
            booking={record}
            planning={{
              notifyCustomers,
              onPlanned(planned, from) {
                onPlanned(planned, from);
                onClose();
              },
            }}
          />
        )}
      </LoadedRecord>
    </Frame>
  );
}

/** "Plumbing · Sat, 12 Dec, 10 AM". */
function VisitTitle({ item }: { item: BoardItem }) {
  const now = useNow(CLOCK_MS);
  const service = shortServiceName(item);
  const { startsAt, reference } = item;
  const title = startsAt
    ? m.office_bookings_head({ service, time: formatRelativeTime(startsAt, now) })
    : service;
  return <RecordHead title={title} detail={reference} />;
}

/** Next step of the visit and a menu; the form of its place is open for work without a technician. */
function VisitActions({
  opened,
  applyChange,
  onClose,
  ...placement
}: Pick<VisitInspectorProps, "opened" | "applyChange" | "technicians" | "day" | "onClose">) {
  const { item, to } = opened;
  const [refused, setRefused] = useState(opened.error);
  const [isSending, setSending] = useState(false);
  const progress = useVisitProgress(item);
  const isMovable = canMove(item);
  const isEditable = isMovable || canResize(item);
  const isToPlace = to !== null || (isMovable && !item.technicianId);
  const isWarned = refused !== null && isWarning(refused);
  const heldPlacement = isMovable && item.state === "held" ? itemPlacement(item) : null;
  const isDue = item.startsAt !== null && dubaiDate(new Date(item.startsAt)) <= dubaiDate(new Date());
  const stepsFirst = isDue || isItemUnderWay(item) || progress.isOtherDayRefused;

  async function send(change: Change) {
    setSending(true);
    const error = await applyChange(change);
    setSending(false);
    setRefused(error);
    if (!error) onClose();
  }

  const common = { disabled: isSending, error: isWarned ? null : refused };
  return (
    <RecordActions
      actions={[
        {
          ...{ ...common, id: "confirm", label: submitLabel(item), isOffered: heldPlacement !== null },
          run: () => void send({ kind: "arrange", item, to: heldPlacement! }),
        },
        ...(stepsFirst ? progress.steps : []),
        {
          ...{ ...common, id: "place", isOffered: isEditable },
          label: heldPlacement ? m.board_move() : submitLabel(item),
          openedBy: isToPlace || isWarned ? "place" : undefined,
          form: (onCloseForm) => (
            <PlacementForm
              {...{ opened, applyChange, ...placement }}
              warning={refused}
              onDone={onClose}
              onClose={isToPlace ? onClose : onCloseForm}
            />
          ),
        },
        ...(stepsFirst ? [] : progress.steps),
        {
          label: m.board_hand_over(),
          isOffered: canHandOver(item),
          form: () => <VisitHandover item={item} onDone={onClose} />,
        },
        {
          ...{ ...common, label: m.board_to_unassigned() },
          isOffered: isMovable && item.technicianId !== null,
          run: () => void send({ kind: "unassign", item }),
        },
        ...progress.corrections,
        {
          ...{ ...common, label: m.board_cancel_visit() },
          isOffered: isMovable && item.technicianId !== null,
          run: () => void send({ kind: "cancel", item }),
        },
      ]}
    >
      {!isEditable && <p className="text-sm text-muted">{m.board_fixed()}</p>}
    </RecordActions>
  );
}

interface FrameProps {
  label: string;
  docked: boolean;
  head: ReactNode;
  footer: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Docked it is not modal, so that the board stays usable. Returns the focus when it closes. */
function Frame({ label, docked, head, footer, onClose, children }: FrameProps) {
  const frame = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!docked) frame.current?.showModal();
    // A form in the footer has taken the focus already.
    if (!frame.current?.contains(document.activeElement)) content.current?.focus({ preventScroll: true });
  }, [docked]);
  useLayoutEffect(
    () => () => {
      // After the render that shows the queue again, before a closed form looks for its button, and unless another visit
      // has taken the focus.
      queueMicrotask(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
      });
    },
    [opener],
  );
  // Shortcuts do not apply in dialogs, so the dialog handles the key too. A modal dialog above it closes first.
  function close() {
    if (document.querySelector("dialog:modal")) return false;
    onClose();
  }
  useShortcuts({ close });
  return (
    <dialog
      ref={frame}
      open={docked || undefined}
      data-no-print=""
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (docked && pressedKey(event) === "Escape" && !event.defaultPrevented) close();
      }}
      className="board-details"
    >
      <RecordPanel
        content={content}
        head={
          <>
            {head}
            <button
              type="button"
              onClick={onClose}
              aria-label={m.common_close()}
              className="-me-2 grid size-9 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </button>
          </>
        }
        footer={footer}
      >
        {children}
      </RecordPanel>
    </dialog>
  );
}
