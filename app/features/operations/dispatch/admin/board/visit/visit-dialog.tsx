import { useQuery } from "@tanstack/react-query";
import CalendarRange from "lucide-react/icons/calendar-range";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import type { HttpError } from "~/platform/browser/http-client";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/form/date-field";
import { Select, TextArea, TextField } from "~/ui/form/field";
import { type Checked, type FieldErrors, type Form, useForm } from "~/ui/form/use-form";
import { pressedKey } from "~/ui/hooks/latin-key";
import { useShortcuts } from "~/ui/hooks/shortcuts";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Dialog } from "~/ui/overlay/dialog";
import { Skeleton } from "~/ui/screen/skeleton";
import { EmergencyBadge } from "../../../../bookings/admin/emergency-badge";
import { PlanDaysForm } from "../../../../bookings/admin/visits/plan-days-form";
import { Suggestions } from "../../../../bookings/admin/visits/suggestions";
import { BookingCrewSize, VisitCrew } from "../../../../bookings/admin/visits/visit-crew";
import { bookingQuery, suggestionsQuery } from "../../../../bookings/admin-client";
import type { BookingState } from "../../../../bookings/booking";
import { StateBadge } from "../../../../bookings/components/state-badge";
import type { BookingDetail } from "../../../../bookings/office/views";
import { RecurringBookingSection } from "../../../../recurring-bookings/admin/recurring-booking-section";
import { clockOf, minuteOfClock } from "../../../board/board-time";
import type { BoardTechnician } from "../../../views";
import { type BoardItem, type BoardPlacement, canMove, canResize, customerAndArea } from "../board-item";
import type { Change } from "../changes/change";
import { submitLabel } from "../changes/change-text";
import { isWarning } from "../changes/use-board-changes";
import { BookingSummary } from "./booking-summary";
import { VisitHandover } from "./visit-handover";
import { VisitProgressButtons } from "./visit-progress";

/** `to`, `error`: refused drop position and its warning. */
export interface OpenedVisit {
  item: BoardItem;
  to: BoardPlacement | null;
  error: HttpError | null;
}

interface VisitDialogProps {
  opened: OpenedVisit | null;
  /** The item left the board. */
  isRemoved: boolean;
  technicians: readonly BoardTechnician[];
  /** Default day. */
  day: string;
  applyChange: (change: Change) => Promise<HttpError | null>;
  /** Live value, because the dialog may open before a change is answered. */
  notificationPending: readonly string[];
  onNotify: (visitId: string) => void;
  notifyCustomers: boolean;
  /** `from`: booking version before days were planned. */
  onPlanned: (booking: BookingDetail, from: number) => void;
  /** Beside the board instead of a modal dialog. */
  docked: boolean;
  onClose: () => void;
}

/** Everything that dragging does, for keyboard and phone, and cancelling. */
export function VisitDialog({
  opened,
  docked,
  notifyCustomers,
  onPlanned,
  onClose,
  ...rest
}: VisitDialogProps) {
  /** Key of the item whose days are being planned. */
  const [planning, setPlanning] = useState<string | null>(null);
  const isPlanning = opened !== null && planning === opened.item.key;
  const title = opened
    ? m.board_dialog_title({ reference: opened.item.reference, service: opened.item.serviceName })
    : "";
  function close() {
    setPlanning(null);
    onClose();
  }
  const content = (
    <>
      {isPlanning && (
        <PlanOfBooking
          {...{ item: opened.item, notifyCustomers, onPlanned }}
          onClose={(done) => {
            setPlanning(null);
            if (done) onClose();
          }}
        />
      )}
      {opened && !isPlanning && (
        <div className="flex flex-col gap-4">
          <VisitForm
            key={opened.item.key}
            {...{ opened, onClose, ...rest }}
            onPlan={() => setPlanning(opened.item.key)}
          />
          {!opened.to && !rest.isRemoved && <VisitHandover item={opened.item} onDone={onClose} />}
          {!opened.to && !rest.isRemoved && <OtherBookingVisits item={opened.item} />}
        </div>
      )}
    </>
  );
  if (docked)
    return (
      opened && (
        <VisitPanel title={title} onClose={close}>
          {content}
        </VisitPanel>
      )
    );
  return (
    <Dialog open={opened !== null} onClose={close} title={title}>
      {content}
    </Dialog>
  );
}

/** Not modal: the board stays usable. Returns the focus when it closes. */
function VisitPanel({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
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
      open
      data-no-print=""
      aria-label={title}
      onKeyDown={(event) => {
        if (pressedKey(event) === "Escape" && !event.defaultPrevented) close();
      }}
      className="board-details flex flex-col gap-3 p-4"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-base font-semibold">{title}</h2>
        <button
          type="button"
          onClick={onClose}
          aria-label={m.common_close()}
          className="grid size-8 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

function VisitForm({
  opened,
  isRemoved,
  technicians,
  day,
  applyChange,
  notificationPending,
  onNotify,
  onPlan,
  onClose,
}: Omit<VisitDialogProps, "notifyCustomers" | "onPlanned" | "docked"> & {
  opened: OpenedVisit;
  onPlan: () => void;
}) {
  const { item } = opened;
  // Kept while resending, so that the reason field stays.
  const [refused, setRefused] = useState(opened.error);
  const [isSending, setSending] = useState(false);
  const isMovable = canMove(item);
  const isWarned = refused !== null && isWarning(refused);
  const form = useForm({
    initialValues: { ...initialPlacement(opened, day), override: "" },
    check({ technicianId, date, time, durationMin, override }): Checked<Change> {
      const errors: FieldErrors = {};
      if (!technicianId) errors.technicianId = m.admin_assign_choose();
      if (!date) errors.date = m.booking_error_date_invalid();
      if (!time) errors.time = m.booking_error_time_invalid();
      if (!durationMin) errors.durationMin = m.booking_error_length();
      if (isWarned && !override.trim()) errors.override = m.admin_reason_required();
      if (Object.keys(errors).length > 0) return { ok: false, errors };
      const to = { technicianId, day: date, startMin: minuteOfClock(time), durationMin };
      return {
        ok: true,
        input: { kind: "arrange", item, to, override: isWarned ? override.trim() : undefined },
      };
    },
    async send(change) {
      const error = await applyChange(change);
      if (error) throw error;
    },
    next: onClose,
    onFailure: (_, error) => setRefused(error),
  });
  const { technicianId, date, time } = form.values;
  // Unassigned work is prefilled with the best suggestion.
  const isFree = isMovable && !opened.to && !item.technicianId;
  const bestSuggestion = useQuery({ ...suggestionsQuery(item.bookingId), enabled: isFree }).data?.[0];
  const isEdited = useRef(false);
  const setForm = useRef(form.set);
  const isBusy = isSending || form.pending;
  const isChangedMeanwhile = useLivePlacement({ opened, day, isBusy, form });
  useEffect(() => {
    if (!isFree || !bestSuggestion || isEdited.current) return;
    isEdited.current = true;
    setForm.current({
      technicianId: bestSuggestion.technicianId,
      date: bestSuggestion.date,
      time: bestSuggestion.time,
    });
  }, [isFree, bestSuggestion]);

  async function send(change: Change) {
    setSending(true);
    const error = await applyChange(change);
    setSending(false);
    setRefused(error);
    if (!error) onClose();
  }

  const isEditable = isMovable || canResize(item);
  // Moves to another day close the dialog by themselves.
  if (isRemoved && !isBusy) return <RemovedVisit item={item} onClose={onClose} />;
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <VisitHeader item={item} state={item.bookingState} />
      <BookingSummary item={item} />
      {!opened.to && <VisitProgressButtons item={item} />}
      {item.visitId && notificationPending.includes(item.visitId) && (
        <p className="flex items-center gap-3 text-sm text-muted">
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
      {isEditable ? (
        <>
          {isMovable && !opened.to && (
            <Suggestions
              bookingId={item.bookingId}
              chosen={{ technicianId, date, time }}
              onChoose={({ technicianId, date, time }) => {
                form.set({ technicianId, date, time });
                setRefused(null);
              }}
            />
          )}
          {/* A changed place clears the refusal. */}
          <div
            className="flex flex-col gap-4"
            onChange={() => {
              isEdited.current = true;
              setRefused(null);
            }}
          >
            <Select
              label={m.board_technician()}
              disabled={!isMovable}
              autoFocus={!isWarned}
              {...form.field("technicianId")}
            >
              <option value="">{m.board_choose_technician()}</option>
              <TechnicianOptions technicians={technicians} requiredSkills={item.skills} />
            </Select>
            <div className="grid grid-cols-2 gap-3">
              <DateField label={m.admin_assign_date()} disabled={!isMovable} {...form.field("date")} />
              <TextField
                label={m.admin_assign_time()}
                type="time"
                step={900}
                disabled={!isMovable}
                {...form.field("time")}
              />
              <TextField label={m.board_minutes()} {...form.number("durationMin")} />
            </div>
          </div>
          {isWarned && (
            <TextArea
              label={m.admin_assign_override()}
              maxLength={500}
              rows={2}
              required
              autoFocus
              {...form.field("override")}
            />
          )}
        </>
      ) : (
        <p className="text-sm text-muted">{m.board_fixed()}</p>
      )}
      {isChangedMeanwhile && (
        <p role="status" className="rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
          {m.board_changed_meanwhile()}
        </p>
      )}
      <ChangeRefused error={refused} />
      <div className="flex flex-wrap gap-2">
        {isEditable && (
          <Button type="submit" size="small" disabled={isBusy}>
            {isBusy ? m.admin_working() : submitLabel(item)}
          </Button>
        )}
        {isMovable && item.technicianId && (
          <>
            <Button
              size="small"
              tone="quiet"
              disabled={isBusy}
              onClick={() => send({ kind: "unassign", item })}
            >
              {m.board_to_unassigned()}
            </Button>
            <Button
              size="small"
              tone="plain"
              disabled={isBusy}
              onClick={() => send({ kind: "cancel", item })}
            >
              {m.board_cancel_visit()}
            </Button>
          </>
        )}
        {isMovable && !item.emergency && (
          <Button size="small" tone="plain" disabled={isBusy} onClick={onPlan}>
            <CalendarRange aria-hidden />
            <span>{item.multiDayPosition ? m.admin_plan_change() : m.admin_plan_open()}</span>
          </Button>
        )}
        <Button size="small" tone="plain" className="ms-auto" onClick={onClose}>
          {m.common_close()}
        </Button>
      </div>
    </form>
  );
}

/**
 * Follows a colleague's move of the open visit, because saving the old place with the new version would undo the move.
 * Fields that the dispatcher has changed keep their values. Returns whether the visit was moved.
 */
function useLivePlacement({
  opened,
  day,
  isBusy,
  form,
}: {
  opened: OpenedVisit;
  day: string;
  isBusy: boolean;
  form: Pick<Form<Placement>, "values" | "set">;
}): boolean {
  const current = initialPlacement({ ...opened, to: null }, day);
  const [shown, setShown] = useState(current);
  const [isChanged, setChanged] = useState(false);
  const moved = placementFields.filter((field) => shown[field] !== current[field]);
  const update = useRef(() => {});
  useEffect(() => {
    update.current = () => {
      const untouched = moved.filter((field) => form.values[field] === shown[field]);
      form.set(Object.fromEntries(untouched.map((field) => [field, current[field]])) as Partial<Placement>);
      setShown(current);
      setChanged(true);
    };
  });
  const isMoved = moved.length > 0 && !isBusy;
  useEffect(() => {
    if (isMoved) update.current();
  }, [isMoved]);
  return isChanged;
}

interface PlanOfBookingProps extends Pick<VisitDialogProps, "notifyCustomers" | "onPlanned"> {
  item: BoardItem;
  onClose: (done: boolean) => void;
}

function PlanOfBooking({ item, notifyCustomers, onPlanned, onClose }: PlanOfBookingProps) {
  const { data: booking, error } = useQuery(bookingQuery(item.bookingId));
  return (
    <div className="flex flex-col gap-4">
      <VisitHeader item={item} state={item.bookingState} />
      {booking ? (
        <PlanDaysForm
          {...{ booking, notifyCustomers }}
          onPlanned={(planned, from) => {
            onPlanned(planned, from);
            onClose(true);
          }}
          onClose={() => onClose(false)}
        />
      ) : error ? (
        <p role="alert" className="text-sm text-error">
          {error.message}
        </p>
      ) : (
        <Skeleton className="h-64" />
      )}
    </div>
  );
}

/** Crew and recurrence, as in the booking's drawer. */
function OtherBookingVisits({ item: { bookingId, visitId, leadVisitId } }: { item: BoardItem }) {
  const { data: booking } = useQuery(bookingQuery(bookingId));
  if (!booking) return null;
  const visit = booking.visits.find(({ id }) => id === (leadVisitId ?? visitId));
  return (
    <>
      {visit ? <VisitCrew booking={booking} visit={visit} /> : <BookingCrewSize booking={booking} />}
      <RecurringBookingSection booking={booking} />
    </>
  );
}

function VisitHeader({ item, state }: { item: BoardItem; state: BookingState | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      {state && <StateBadge state={state} />}
      {item.emergency && <EmergencyBadge />}
      <span className="min-w-0 text-muted wrap-anywhere">{customerAndArea(item)}</span>
      <Link to={`/admin/bookings/${item.bookingId}`} className="ms-auto text-link underline">
        {m.board_open_booking()}
      </Link>
    </div>
  );
}

/** Loads the state, because the board no longer has it. */
function RemovedVisit({ item, onClose }: { item: BoardItem; onClose: () => void }) {
  const { data } = useQuery(bookingQuery(item.bookingId));
  return (
    <div className="flex flex-col gap-4">
      <VisitHeader item={item} state={data?.state} />
      <p role="status" className="text-sm">
        {m.board_gone()}
      </p>
      <Button size="small" tone="quiet" className="self-start" autoFocus onClick={onClose}>
        {m.common_close()}
      </Button>
    </div>
  );
}

function TechnicianOptions({
  technicians,
  requiredSkills,
}: {
  technicians: readonly BoardTechnician[];
  requiredSkills: readonly string[];
}) {
  const active = technicians.filter((technician) => technician.active);
  const [trained, others] = [true, false].map((skilled) =>
    active.filter(({ skills }) => requiredSkills.every((skill) => skills.includes(skill)) === skilled),
  );
  const options = (list: readonly BoardTechnician[] = []) =>
    list.map(({ id, name }) => (
      <option key={id} value={id}>
        <bdi>{name}</bdi>
      </option>
    ));
  return (
    <>
      <optgroup label={m.board_trained()}>{options(trained)}</optgroup>
      <optgroup label={m.board_not_trained()}>{options(others)}</optgroup>
    </>
  );
}

const placementFields = ["technicianId", "date", "time", "durationMin"] as const;
type Placement = ReturnType<typeof initialPlacement>;

/** Drop position, current place, agreed or preferred time, or 09:00 of the board's day. */
function initialPlacement({ item, to }: OpenedVisit, day: string) {
  const durationMin = to?.durationMin ?? item.durationMin;
  const technicianId = to?.technicianId ?? item.technicianId ?? "";
  if (to) return { technicianId, date: to.day, time: clockOf(to.startMin), durationMin };
  if (!item.startsAt) return { technicianId, date: day, time: "09:00", durationMin };
  const startsAt = new Date(item.startsAt);
  return { technicianId, date: dubaiDate(startsAt), time: dubaiTime(startsAt), durationMin };
}
