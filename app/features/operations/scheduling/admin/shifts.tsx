import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { addDays, dubaiInstant, formatClock, formatTime } from "~/platform/time";
import { EditForm } from "~/ui/form/edit-form";
import { FieldError } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { Section, SectionAction } from "~/ui/section";
import { useTechnicianChange } from "../admin-client";
import type { ShiftView, TechnicianDetail } from "../views";
import { AffectedVisits, acceptedVisitIds } from "./days/affected-visits";
import { type Affected, ReassignAffected } from "./reassign-affected";

const A_MONDAY = "2026-01-05";
const DAY_MIN = 24 * 60;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

export function Shifts({ technician }: { technician: TechnicianDetail }) {
  const [editing, setEditing] = useState(false);
  const [reassigning, setReassigning] = useState<Affected | null>(null);
  const { shifts } = technician;
  const close = () => {
    setEditing(false);
    setReassigning(null);
  };
  return (
    <Section
      title={m.scheduling_shifts_title()}
      action={
        !editing && (
          <SectionAction label={m.scheduling_shifts_edit()} onClick={() => setEditing(true)}>
            {m.admin_edit()}
          </SectionAction>
        )
      }
    >
      {reassigning ? (
        <ReassignAffected technician={technician} {...reassigning} onClose={close} />
      ) : editing ? (
        <ShiftsForm technician={technician} onReassign={setReassigning} onClose={close} />
      ) : (
        <dl className="flex flex-col gap-1 text-sm">
          {weekdays.map((weekday) => (
            <div key={weekday} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-3">
              <dt className="text-muted">{nameOfDay(weekday)}</dt>
              <dd className="figures">
                {shifts
                  .filter((shift) => shift.weekday === weekday)
                  .map(({ startMin, endMin }) =>
                    m.scheduling_shift({
                      start: formatClock(clock(startMin)),
                      end: formatClock(clock(endMin)),
                    }),
                  )
                  .join(", ") || <span className="text-muted">{m.scheduling_people_off()}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

/** Form values; a time may be empty. */
interface TypedShift {
  key: number;
  weekday: number;
  start: string;
  end: string;
}

let lastKey = 0;
const nextKey = () => ++lastKey;

function ShiftsForm({
  technician,
  onReassign,
  onClose,
}: {
  technician: TechnicianDetail;
  onReassign: (affected: Affected) => void;
  onClose: () => void;
}) {
  const change = useTechnicianChange(technician, "shifts");
  const form = useForm({
    initialValues: {
      shifts: technician.shifts.map(
        ({ weekday, startMin, endMin }): TypedShift => ({
          key: nextKey(),
          weekday,
          start: clock(startMin),
          end: clock(endMin),
        }),
      ),
    },
    check: checkShifts,
    send: (shifts) => change.mutateAsync({ shifts, acceptedVisitIds: acceptedVisitIds(change.error) }),
    next: onClose,
  });
  const { shifts } = form.values;
  const setShifts = (shifts: TypedShift[]) => form.set({ shifts });

  function add(weekday: number) {
    const before = shifts.filter((shift) => shift.weekday === weekday).at(-1);
    const start = before?.end ?? "08:00";
    setShifts([...shifts, { key: nextKey(), weekday, start, end: before ? "" : "18:00" }]);
  }

  function write(key: number, times: Partial<TypedShift>) {
    setShifts(shifts.map((shift) => (shift.key === key ? { ...shift, ...times } : shift)));
  }

  return (
    <EditForm
      label={m.scheduling_shifts_edit()}
      submit={acceptedVisitIds(form.refusal) ? m.admin_save_anyway() : m.admin_save()}
      form={form}
      onClose={onClose}
    >
      {weekdays.map((weekday) => {
        const day = nameOfDay(weekday);
        const ofDay = shifts.filter((shift) => shift.weekday === weekday);
        return (
          <fieldset
            key={weekday}
            aria-label={day}
            className="flex flex-col gap-1.5 border-b border-line pb-2 last-of-type:border-b-0"
          >
            <div className="flex items-center justify-between">
              <span className="text-sm font-medium">{day}</span>
              <SectionAction label={m.scheduling_shifts_add({ day })} onClick={() => add(weekday)}>
                <Plus aria-hidden />
                {m.scheduling_shifts_add_short()}
              </SectionAction>
            </div>
            {ofDay.length === 0 && <p className="text-xs text-muted">{m.scheduling_people_off()}</p>}
            {ofDay.map((shift) => {
              const wrong = form.errors[fieldOf(shift)] !== undefined && readShift(shift) === null;
              return (
                <div key={shift.key} className="flex flex-col gap-1">
                  <div className="flex items-center gap-2">
                    <TimeInput
                      label={m.scheduling_shifts_from({ day })}
                      value={shift.start}
                      wrong={wrong}
                      onChange={(start) => write(shift.key, { start })}
                    />
                    <span aria-hidden className="text-muted">
                      –
                    </span>
                    <TimeInput
                      label={m.scheduling_shifts_to({ day })}
                      value={shift.end}
                      wrong={wrong}
                      onChange={(end) => write(shift.key, { end })}
                    />
                    <button
                      type="button"
                      onClick={() => setShifts(shifts.filter(({ key }) => key !== shift.key))}
                      aria-label={m.scheduling_shifts_remove({ day })}
                      className="grid size-9 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
                    >
                      <X aria-hidden className="size-4" />
                    </button>
                  </div>
                  <FieldError
                    id={fieldOf(shift)}
                    error={wrong ? m.scheduling_error_shift_order() : undefined}
                  />
                </div>
              );
            })}
          </fieldset>
        );
      })}
      <p className="text-xs text-muted">{m.scheduling_shifts_hint()}</p>
      <AffectedVisits
        error={form.refusal}
        onReassign={(visitIds) => {
          const checked = checkShifts(form.values);
          if (checked.ok) onReassign({ only: { visitIds }, update: { shifts: checked.input } });
        }}
      />
    </EditForm>
  );
}

interface TimeInputProps {
  label: string;
  value: string;
  wrong: boolean;
  onChange: (value: string) => void;
}

function TimeInput({ label, value, wrong, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      step={900}
      aria-label={label}
      aria-invalid={wrong || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="figures h-9 min-w-0 grow rounded border border-control bg-surface px-2.5 text-sm hover:border-accent aria-invalid:border-error"
    />
  );
}

const fieldOf = ({ key }: TypedShift) => `shift-${key}`;

function checkShifts({ shifts }: { shifts: TypedShift[] }): Checked<ShiftView[]> {
  const complete = shifts.map(readShift).filter((shift) => shift !== null);
  if (complete.length === shifts.length) return { ok: true, input: complete };
  const wrong = shifts.filter((shift) => readShift(shift) === null);
  return {
    ok: false,
    errors: Object.fromEntries(wrong.map((shift) => [fieldOf(shift), m.scheduling_error_shift_order()])),
  };
}

/** Null if incomplete or not ascending. An end of 00:00 means midnight at the end of the day. */
function readShift({ weekday, start, end }: TypedShift): ShiftView | null {
  const startMin = minutesOf(start);
  const endMin = minutesOf(end) || DAY_MIN;
  if (!start || !end || startMin >= endMin) return null;
  return { weekday, startMin, endMin };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** `HH:mm`; minute 1440 is 00:00, as time inputs expect. */
function clock(min: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(min / 60) % 24)}:${two(min % 60)}`;
}

function nameOfDay(weekday: number): string {
  return formatTime(dubaiInstant(addDays(A_MONDAY, weekday - 1), "12:00"), "weekday");
}
