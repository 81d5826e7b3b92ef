import { useQuery } from "@tanstack/react-query";
import UserRoundX from "lucide-react/icons/user-round-x";
import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { addDays, dubaiDate, dubaiTime } from "~/platform/time";
import { Select } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { Dialog } from "~/ui/overlay/dialog";
import type { RecordAction } from "~/ui/overlay/record-actions";
import { Skeleton } from "~/ui/screen/skeleton";
import {
  parseRangeForm,
  RangeFields,
  type RangeFormValues,
  toRangeInput,
  wholeDay,
} from "../../scheduling/admin/days/range-fields";
import { technicianQuery } from "../../scheduling/admin-client";
import type { TechnicianDetail } from "../../scheduling/views";
import { ReassignmentForm, type UndoableReassignment } from "./reassignment-form";

const reasons = {
  sick: m.board_reassign_sick,
  away: m.board_reassign_away,
  van: m.board_reassign_van,
  skill: m.board_reassign_skill,
  leaves: m.board_reassign_leaves,
};
type Reason = keyof typeof reasons;

interface ReassignmentDialogProps {
  /** Null while the dialog is closed. */
  technician: { id: string; name: string } | null;
  /** Day shown on the board. The absence starts on this day, or now if it is today. */
  day?: string;
  onClose: () => void;
  onReassigned?: (reassignment: UndoableReassignment) => void;
}

/** Reassigns visits and saves the reason in one step. */
export function ReassignmentDialog({ technician, day, onClose, onReassigned }: ReassignmentDialogProps) {
  return (
    <Dialog
      open={technician !== null}
      onClose={onClose}
      title={technician ? m.board_reassign_title({ name: bidiIsolate(technician.name) }) : ""}
    >
      {technician && (
        <ReassignmentByReason
          key={technician.id}
          id={technician.id}
          day={day}
          onDone={onClose}
          onReassigned={onReassigned}
        />
      )}
    </Dialog>
  );
}

interface TechnicianReassignmentProps {
  technician: TechnicianDetail;
  children: (reassign: RecordAction) => ReactNode;
}

/** Action that opens the dialog for a technician. */
export function TechnicianReassignment({ technician, children }: TechnicianReassignmentProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {children({
        label: m.board_reassign_start(),
        Icon: UserRoundX,
        isOffered: technician.active,
        run: () => setOpen(true),
      })}
      <ReassignmentDialog technician={open ? technician : null} onClose={() => setOpen(false)} />
    </>
  );
}

/** From now, or from the start of a later day, to the end of that day. */
function restOfDay(day: string | undefined, now: Date): RangeFormValues {
  const today = dubaiDate(now);
  if (day && day > today) return wholeDay(day);
  return { ...wholeDay(today), fromTime: dubaiTime(now) };
}

function ReassignmentByReason({
  id,
  day,
  onDone,
  onReassigned,
}: {
  id: string;
  day: string | undefined;
  onDone: () => void;
  onReassigned: ReassignmentDialogProps["onReassigned"];
}) {
  const [now] = useState(() => new Date());
  const [reason, setReason] = useState<Reason>("sick");
  const [skill, setSkill] = useState("");
  const { data: technician, error } = useQuery(technicianQuery(id));
  // Provides field values only; they are sent with the visits.
  const form = useForm({ initialValues: restOfDay(day, now), send: async () => {} });
  const range = parseRangeForm(form.values);

  function chooseReason(next: Reason) {
    setReason(next);
    const today = dubaiDate(now);
    const laterDay = day && day > today ? day : addDays(today, 1);
    form.set(next === "away" ? wholeDay(laterDay) : restOfDay(day, now));
  }

  if (error) {
    return (
      <p role="alert" className="text-sm text-error">
        {error.message}
      </p>
    );
  }
  if (!technician) return <Skeleton className="h-64 w-full" />;
  const { version, skills } = technician;
  const isAbsence = reason === "sick" || reason === "away" || reason === "van";
  const shared = { technicianId: id, onDone, onReassigned };
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{m.board_reassign_reason()}</legend>
        {Object.entries(reasons).map(([value, words]) => (
          <label
            key={value}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded border border-control bg-surface px-3 text-sm hover:border-accent has-checked:border-accent has-checked:bg-brass-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="reason"
              value={value}
              checked={reason === value}
              onChange={() => chooseReason(value as Reason)}
              className="size-4 accent-action"
            />
            <span>{words()}</span>
          </label>
        ))}
      </fieldset>
      {isAbsence && <RangeFields form={form} />}
      {reason === "skill" && (
        <Select
          label={m.board_reassign_skill_choice()}
          name="skill"
          value={skill}
          onChange={({ target }) => setSkill(target.value)}
        >
          <option value="">{m.board_reassign_choose_skill()}</option>
          {skills.map((skillOption) => (
            <option key={skillOption.id} value={skillOption.id}>
              {skillOption.name}
            </option>
          ))}
        </Select>
      )}
      {isAbsence && range && (
        <ReassignmentForm
          key={`${reason} ${range.start.toISOString()} ${range.end.toISOString()}`}
          {...shared}
          from={range.start.toISOString()}
          to={range.end.toISOString()}
          warning={m.board_reassign_visits()}
          emptyText={m.board_reassign_no_visits()}
          handOverReason={reason === "away" ? undefined : reasons[reason]()}
          completion={{
            kind: "update",
            name: technician.name,
            version,
            update: { timeOff: { ...toRangeInput(form.values), reason: reasons[reason]() } },
            submit: m.board_reassign_submit_away(),
            done: m.board_reassign_done_away({ name: bidiIsolate(technician.name) }),
          }}
        />
      )}
      {reason === "skill" && skill && (
        <ReassignmentForm
          key={skill}
          {...shared}
          from={now.toISOString()}
          withoutSkills={[skill]}
          warning={m.board_reassign_visits()}
          emptyText={m.board_reassign_no_visits()}
          completion={{
            kind: "update",
            name: technician.name,
            version,
            update: { skills: skills.map((skillOption) => skillOption.id).filter((id) => id !== skill) },
            submit: m.board_reassign_submit_skill(),
            done: m.board_reassign_done_skill({ name: bidiIsolate(technician.name) }),
          }}
        />
      )}
      {reason === "leaves" && (
        <ReassignmentForm
          key="leaves"
          {...shared}
          from={now.toISOString()}
          warning={m.board_deactivate_visits()}
          emptyText={m.board_reassign_no_visits()}
          completion={{ kind: "leaves", name: technician.name, version }}
        />
      )}
    </>
  );
}
