import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import type { HttpError } from "~/platform/http-client";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { Dialog } from "~/ui/dialog";
import { Select, TextArea, TextField } from "~/ui/field";
import { EmergencyBadge } from "../../../bookings/admin/emergency-badge";
import { Suggestions } from "../../../bookings/admin/suggestions";
import { StateBadge } from "../../../bookings/components/state-badge";
import { clockOf, LONGEST_MIN, minuteOfClock, SHORTEST_MIN } from "../../board-time";
import type { BoardTechnician } from "../../views";
import { type BoardItem, type BoardPlace, canMove, canResize } from "./board-item";
import { type Change, isWarning } from "./use-board-changes";

/** What is opened: with the place that it was dragged to and refused at, where it comes from dragging. */
export interface Opened {
  item: BoardItem;
  to: BoardPlace | null;
  error: HttpError | null;
}

interface VisitDialogProps {
  opened: Opened | null;
  technicians: readonly BoardTechnician[];
  /** The day of the board, for work without a time. */
  day: string;
  make: (change: Change) => Promise<HttpError | null>;
  onClose: () => void;
}

/** All that dragging does, by choosing: whom, when, how long; back to the tray; called off. */
export function VisitDialog({ opened, onClose, ...rest }: VisitDialogProps) {
  return (
    <Dialog
      open={opened !== null}
      onClose={onClose}
      title={
        opened
          ? m.board_dialog_title({ reference: opened.item.reference, service: opened.item.serviceName })
          : ""
      }
    >
      {opened && <VisitForm key={opened.item.key} opened={opened} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function VisitForm({ opened, technicians, day, make, onClose }: VisitDialogProps & { opened: Opened }) {
  const { item } = opened;
  const [place, setPlace] = useState(() => firstPlace(opened, day));
  const [override, setOverride] = useState("");
  const [error, setError] = useState(opened.error);
  const [checked, setChecked] = useState(false);
  const [working, setWorking] = useState(false);
  const movable = canMove(item);
  const warned = error !== null && isWarning(error);
  const reasonMissing = warned && !override.trim();
  const technicianMissing = !place.technicianId;

  function change(next: Partial<typeof place>) {
    setPlace({ ...place, ...next });
    setError(null);
  }

  async function send(change: Change) {
    setWorking(true);
    const refused = await make(change);
    setWorking(false);
    setError(refused);
    if (!refused) onClose();
  }

  function submit() {
    setChecked(true);
    if (technicianMissing || reasonMissing || !place.day || !place.time) return;
    const { technicianId, time, durationMin } = place;
    const to = { technicianId, day: place.day, startMin: minuteOfClock(time), durationMin };
    void send({ kind: "arrange", item, to, override: warned ? override.trim() : undefined });
  }

  const able = movable || canResize(item);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
        <StateBadge state={item.bookingState} />
        {item.emergency && <EmergencyBadge />}
        <span className="text-muted">{[item.customerName, item.area].filter(Boolean).join(" · ")}</span>
        <Link to={`/admin/bookings/${item.bookingId}`} className="ms-auto text-link underline">
          {m.board_open_booking()}
        </Link>
      </div>
      {able ? (
        <>
          {movable && !opened.to && (
            <Suggestions
              bookingId={item.bookingId}
              chosen={{ technicianId: place.technicianId, date: place.day, time: place.time }}
              onChoose={({ technicianId, date, time }) => change({ technicianId, day: date, time })}
            />
          )}
          <Select
            label={m.board_technician()}
            value={place.technicianId}
            disabled={!movable}
            autoFocus={!warned}
            error={checked && technicianMissing ? m.admin_assign_choose() : undefined}
            onChange={(event) => change({ technicianId: event.target.value })}
          >
            <option value="">{m.board_choose_technician()}</option>
            <TechnicianOptions technicians={technicians} serviceId={item.serviceId} />
          </Select>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            <TextField
              label={m.admin_assign_date()}
              type="date"
              value={place.day}
              disabled={!movable}
              onChange={(event) => change({ day: event.target.value })}
            />
            <TextField
              label={m.admin_assign_time()}
              type="time"
              step={900}
              value={place.time}
              disabled={!movable}
              onChange={(event) => change({ time: event.target.value })}
            />
            <TextField
              label={m.board_minutes()}
              type="number"
              min={SHORTEST_MIN}
              max={LONGEST_MIN}
              step={SHORTEST_MIN}
              value={place.durationMin}
              onChange={(event) => change({ durationMin: event.target.valueAsNumber || 0 })}
            />
          </div>
          {warned && (
            <TextArea
              label={m.admin_assign_override()}
              value={override}
              maxLength={500}
              rows={2}
              required
              autoFocus
              error={checked && reasonMissing ? m.admin_reason_required() : undefined}
              onChange={(event) => setOverride(event.target.value)}
            />
          )}
        </>
      ) : (
        <p className="text-sm text-muted">{m.board_fixed()}</p>
      )}
      <ChangeRefused error={error} />
      <div className="flex flex-wrap gap-2">
        {able && (
          <Button type="submit" size="small" disabled={working}>
            {working ? m.admin_working() : wordOfSubmit(item)}
          </Button>
        )}
        {movable && item.technicianId && (
          <>
            <Button
              size="small"
              tone="quiet"
              disabled={working}
              onClick={() => send({ kind: "unassign", item })}
            >
              {m.board_to_tray()}
            </Button>
            <Button
              size="small"
              tone="plain"
              disabled={working}
              onClick={() => send({ kind: "cancel", item })}
            >
              {m.board_cancel_visit()}
            </Button>
          </>
        )}
        <Button size="small" tone="plain" className="ms-auto" onClick={onClose}>
          {m.admin_keep()}
        </Button>
      </div>
    </form>
  );
}

function TechnicianOptions({
  technicians,
  serviceId,
}: {
  technicians: readonly BoardTechnician[];
  serviceId: string;
}) {
  const active = technicians.filter((technician) => technician.active);
  const [trained, others] = [true, false].map((skilled) =>
    active.filter(({ skills }) => skills.includes(serviceId) === skilled),
  );
  const options = (list: readonly BoardTechnician[] = []) =>
    list.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ));
  return (
    <>
      <optgroup label={m.board_trained()}>{options(trained)}</optgroup>
      <optgroup label={m.board_not_trained()}>{options(others)}</optgroup>
    </>
  );
}

/** Where it was dragged to, else where it lies, else when it is wished for, else nine o'clock of the day on the board. */
function firstPlace({ item, to }: Opened, day: string) {
  const durationMin = to?.durationMin ?? item.durationMin;
  const technicianId = to?.technicianId ?? item.technicianId ?? "";
  if (to) return { technicianId, day: to.day, time: clockOf(to.startMin), durationMin };
  if (!item.startsAt) return { technicianId, day, time: "09:00", durationMin };
  const startsAt = new Date(item.startsAt);
  return { technicianId, day: dubaiDate(startsAt), time: dubaiTime(startsAt), durationMin };
}

function wordOfSubmit({ bookingState, technicianId, state }: BoardItem): string {
  if (bookingState === "requested") return m.board_confirm_and_place();
  return technicianId && state !== "held" ? m.board_move() : m.board_place();
}
