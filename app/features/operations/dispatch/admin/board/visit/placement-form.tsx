import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import type { HttpError } from "~/platform/browser/http-client";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextArea, TextField } from "~/ui/form/field";
import { type Checked, type FieldErrors, type Form, useForm } from "~/ui/form/use-form";
import { Suggestions } from "../../../../bookings/admin/visits/suggestions";
import { suggestionsQuery } from "../../../../bookings/admin-client";
import { clockOf, minuteOfClock } from "../../../board/board-time";
import type { BoardTechnician } from "../../../views";
import { type BoardItem, type BoardPlacement, canMove } from "../board-item";
import type { Change } from "../changes/change";
import { submitLabel } from "../changes/change-text";
import { isWarning } from "../changes/use-board-changes";

/** `to`, `error`: refused drop position and its warning. */
export interface OpenedVisit {
  item: BoardItem;
  to: BoardPlacement | null;
  error: HttpError | null;
}

interface PlacementFormProps {
  opened: OpenedVisit;
  /** Warning of an earlier attempt. */
  warning: HttpError | null;
  technicians: readonly BoardTechnician[];
  /** Default day. */
  day: string;
  applyChange: (change: Change) => Promise<HttpError | null>;
  onDone: () => void;
  onClose: () => void;
}

/** Technician, time and duration: everything that dragging does, for keyboard and phone. */
export function PlacementForm({
  opened,
  warning,
  technicians,
  day,
  applyChange,
  onDone,
  onClose,
}: PlacementFormProps) {
  const { item } = opened;
  // Kept while resending, so that the reason field stays.
  const [refused, setRefused] = useState(warning);
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
    next: onDone,
    onFailure: (_, error) => setRefused(error),
  });
  const { technicianId, date, time } = form.values;
  // Unassigned work is prefilled with the best suggestion.
  const isFree = isMovable && !opened.to && !item.technicianId;
  const bestSuggestion = useQuery({ ...suggestionsQuery(item.bookingId), enabled: isFree }).data?.[0];
  const isEdited = useRef(false);
  const setForm = useRef(form.set);
  const isChangedMeanwhile = useLivePlacement({ opened, day, isBusy: form.pending, form });
  useEffect(() => {
    if (!isFree || !bestSuggestion || isEdited.current) return;
    isEdited.current = true;
    setForm.current({
      technicianId: bestSuggestion.technicianId,
      date: bestSuggestion.date,
      time: bestSuggestion.time,
    });
  }, [isFree, bestSuggestion]);
  return (
    <EditForm
      label={m.board_placement()}
      submit={submitLabel(item)}
      form={{ ...form, refusal: refused }}
      onClose={onClose}
    >
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
        className="grid grid-cols-2 gap-3"
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
      {isChangedMeanwhile && (
        <p role="status" className="rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
          {m.board_changed_meanwhile()}
        </p>
      )}
    </EditForm>
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
