import { useQuery } from "@tanstack/react-query";
import UserPlus from "lucide-react/icons/user-plus";
import { useId, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { Select } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Skeleton } from "~/ui/screen/skeleton";
import {
  technicianChoicesQuery,
  useAddHelper,
  useRemoveHelper,
  useSetBookingCrewSize,
  useSetCrewSize,
} from "../../admin-client";
import { isPlanned, unassignedQueueStates, type VisitState } from "../../booking";
import type { BookingDetail } from "../../office/views";
import { MAX_CREW_SIZE, missingHelpers, validateCrewChange } from "../../visits/crew";
import type { TechnicianChoice } from "../../visits/views";
import { OverrideField } from "./override-field";

type Visit = BookingDetail["visits"][number];

export function VisitCrew({ booking, visit }: { booking: BookingDetail; visit: Visit }) {
  const [isAddingHelper, setAddingHelper] = useState(false);
  const setCrewSize = useSetCrewSize();
  const removeHelper = useRemoveHelper();
  const title = useId();
  const isBusy = setCrewSize.isPending || removeHelper.isPending;
  const visitWithState = { ...visit, state: visit.state as VisitState };
  const mayChange = validateCrewChange({ by: "office", visit: visitWithState }).ok;
  const mayAdd = validateCrewChange({ by: "office", visit: visitWithState, adding: true }).ok;
  const missing = missingHelpers(visit);
  if (!mayChange && (!visit.technicianName || visit.helpers.length === 0)) return null;
  const target = { bookingId: booking.id, visitId: visit.id, version: booking.version };
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
      <h3 id={title} className="text-sm font-medium">
        {m.office_bookings_crew_title()}
      </h3>
      <ul className="flex flex-col gap-1">
        {visit.technicianName && (
          <li className="flex min-h-9 items-center gap-2">
            <bdi className="min-w-0 truncate">{visit.technicianName}</bdi>
            {visit.crewSize > 1 && (
              <span className="shrink-0 text-xs text-muted">{m.office_bookings_crew_leads()}</span>
            )}
          </li>
        )}
        {visit.helpers.map(({ id, technicianId, technicianName }) => (
          <li key={id} className="flex min-h-9 items-center gap-2">
            <bdi className="min-w-0 truncate">{technicianName}</bdi>
            <span className="shrink-0 text-xs text-muted">{m.office_bookings_crew_helper()}</span>
            {mayChange && (
              <Button
                size="small"
                tone="plain"
                className="ms-auto"
                disabled={isBusy}
                aria-label={m.office_bookings_crew_release_helper({ name: bidiIsolate(technicianName) })}
                onClick={() => removeHelper.mutate({ ...target, technicianId })}
              >
                {m.office_bookings_crew_release()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {visit.technicianName && missing > 0 && (
        <p className="flex items-center gap-2 font-medium text-error">
          <UserPlus aria-hidden className="size-4 shrink-0" />
          <span>{m.office_bookings_crew_missing({ count: missing })}</span>
        </p>
      )}
      {isAddingHelper ? (
        <AddHelperForm booking={booking} visit={visit} onClose={() => setAddingHelper(false)} />
      ) : (
        mayChange && (
          <div className="flex flex-wrap items-end gap-3">
            <CrewSizeField
              disabled={isBusy}
              crewSize={visit.crewSize}
              onChange={(crewSize) => setCrewSize.mutate({ ...target, crewSize })}
            />
            {mayAdd && (
              <Button tone="quiet" disabled={isBusy} onClick={() => setAddingHelper(true)}>
                <UserPlus aria-hidden />
                {m.office_bookings_crew_send()}
              </Button>
            )}
          </div>
        )
      )}
      <ChangeRefused error={setCrewSize.error ?? removeHelper.error} />
    </section>
  );
}

/** Hidden once a visit is planned or none will be. */
export function BookingCrewSize({ booking }: { booking: BookingDetail }) {
  const { id: bookingId, version, state, crewSize, visits } = booking;
  const setBookingCrewSize = useSetBookingCrewSize();
  const hasPlannedVisit = visits.some((visit) => isPlanned({ state: visit.state as VisitState }));
  if (hasPlannedVisit || !unassignedQueueStates.includes(state)) return null;
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
      <CrewSizeField
        disabled={setBookingCrewSize.isPending}
        crewSize={crewSize}
        onChange={(crewSize) => setBookingCrewSize.mutate({ bookingId, version, crewSize })}
      />
      <ChangeRefused error={setBookingCrewSize.error} />
    </div>
  );
}

interface CrewSizeFieldProps {
  crewSize: number;
  disabled: boolean;
  onChange: (crewSize: number) => void;
}

function CrewSizeField({ crewSize, disabled, onChange }: CrewSizeFieldProps) {
  return (
    <Select
      label={m.office_bookings_crew_size()}
      className="w-44"
      disabled={disabled}
      value={crewSize}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {Array.from({ length: MAX_CREW_SIZE }, (_, index) => index + 1).map((count) => (
        <option key={count} value={count}>
          {m.office_bookings_crew_of({ count })}
        </option>
      ))}
    </Select>
  );
}

function AddHelperForm({
  booking,
  visit,
  onClose,
}: {
  booking: BookingDetail;
  visit: Visit;
  onClose: () => void;
}) {
  const addHelper = useAddHelper();
  const startsAt = new Date(visit.startsAt);
  const choices = useQuery(
    technicianChoicesQuery(booking.id, dubaiDate(startsAt), dubaiTime(startsAt), visit.id),
  );
  const crewIds = new Set([visit.technicianId, ...visit.helpers.map(({ technicianId }) => technicianId)]);
  const candidates = (choices.data ?? []).filter(
    ({ id, free, canOverride }) => !crewIds.has(id) && (free || canOverride),
  );
  const form = useForm({
    initialValues: { technicianId: "", override: "" },
    check({ override }): Checked<{ technicianId: string; override: string | undefined }> {
      if (!chosen) return { ok: false, errors: { technicianId: m.admin_assign_choose() } };
      const reason = override.trim();
      if (!chosen.free && !reason) return { ok: false, errors: { override: m.admin_reason_required() } };
      return { ok: true, input: { technicianId: chosen.id, override: chosen.free ? undefined : reason } };
    },
    send: (input) =>
      addHelper.mutateAsync({ bookingId: booking.id, visitId: visit.id, version: booking.version, ...input }),
    next: onClose,
  });
  const chosen =
    candidates.find(({ id }) => id === form.values.technicianId) ?? candidates.find(({ free }) => free);
  if (choices.isPending) return <Skeleton className="h-24 w-full" />;
  if (candidates.length === 0) return <p className="text-muted">{m.office_bookings_crew_none_free()}</p>;
  const field = form.field("technicianId");
  return (
    <EditForm
      label={m.office_bookings_crew_send()}
      submit={m.office_bookings_crew_submit()}
      form={form}
      onClose={onClose}
    >
      <Select label={m.office_bookings_crew_technician()} autoFocus {...field} value={chosen?.id ?? ""}>
        {!chosen && <option value="">{m.board_choose_technician()}</option>}
        <Options label={m.office_bookings_crew_free()} choices={candidates.filter(({ free }) => free)} />
        <Options
          label={m.office_bookings_crew_with_reason()}
          choices={candidates.filter(({ free }) => !free)}
        />
      </Select>
      {chosen && !chosen.free && <OverrideField chosen={chosen} field={form.field("override")} />}
    </EditForm>
  );
}

function Options({ label, choices }: { label: string; choices: readonly TechnicianChoice[] }) {
  if (choices.length === 0) return null;
  return (
    <optgroup label={label}>
      {choices.map(({ id, name, conflictText }) => (
        <option key={id} value={id}>
          {conflictText ? `${bidiIsolate(name)} – ${conflictText}` : bidiIsolate(name)}
        </option>
      ))}
    </optgroup>
  );
}
