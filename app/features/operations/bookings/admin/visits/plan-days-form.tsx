import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { addDays, dubaiDate, dubaiTime, formatDay } from "~/platform/time";
import { CheckLine } from "~/ui/form/check-line";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { FieldError, Select, TextArea, TextField } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Skeleton } from "~/ui/screen/skeleton";
import { Truncate } from "~/ui/truncate";
import { MAX_WORK_DAYS, WORKDAY_MIN, workDays } from "../../../../core/pricing/work-time";
import { planChoicesQuery, usePlanDays } from "../../admin-client";
import { isPlanned, type VisitState } from "../../booking";
import type { BookingDetail } from "../../office/views";
import { MAX_CREW_SIZE } from "../../visits/crew";

import type { PlanChoices } from "../../visits/views";

const DEFAULTS = { days: 3, time: "09:00" };
const MAX_HOURS = 12;

interface PlanFormValues {
  date: string;
  time: string;
  days: number;
  minutes: number;
  /** Empty for the first technician who is free on all days. */
  technicianId: string;
  override: string;
  notifyCustomer: boolean;
}

interface PlanFormProps {
  booking: BookingDetail;
  notifyCustomers?: boolean;
  /** `from`: version before planning. Default: a toast. */
  onPlanned?: (booking: BookingDetail, from: number) => void;
  onClose: () => void;
}

export function PlanDaysForm({ booking, notifyCustomers = true, onPlanned, onClose }: PlanFormProps) {
  const plan = usePlanDays();
  const plannedVisits = booking.visits.filter((visit) => isPlanned({ state: visit.state as VisitState }));
  const form = useForm({
    initialValues: initialValues(booking, plannedVisits, notifyCustomers),
    check({ override, ...planned }): Checked<Omit<PlanFormValues, "override"> & PlanInput> {
      if (!chosen || chosen.busyDays.length > 0) {
        return { ok: false, errors: { technicianId: m.office_bookings_plan_choose() } };
      }
      const reason = override.trim();
      if (!isFree && !reason) return { ok: false, errors: { override: m.admin_reason_required() } };
      const input = { ...planned, technicianId: chosen.id, helperIds: helpers.map(({ id }) => id) };
      return { ok: true, input: { ...input, override: isFree ? undefined : reason } };
    },
    send: (input) => plan.mutateAsync({ id: booking.id, version: booking.version, ...input }),
    onDone: ({ booking: planned }) => {
      if (onPlanned) return onPlanned(planned, booking.version);
      passingNotices.show({ title: m.admin_plan_done({ reference: booking.reference }), tone: "success" });
    },
    next: onClose,
  });
  const { date, time, days, minutes, technicianId, helperIds, notifyCustomer } = form.values;
  const choices = useQuery({
    ...planChoicesQuery(booking.id, { date, time, days, minutes }),
    placeholderData: keepPreviousData,
  });
  const isChecking = choices.isFetching && (choices.isLoading || choices.isPlaceholderData);
  const title = useId();
  const errorId = useId();
  const technicians = choices.data?.technicians ?? [];
  const chosen = technicians.find(({ id, free }) => (technicianId ? id === technicianId : free));
  const helpers = technicians.filter(({ id }) => helperIds.includes(id) && id !== chosen?.id);
  const isFree = [chosen, ...helpers].every((technician) => technician?.free);
  const error = chosen ? undefined : form.errors.technicianId;
  const canAddHelper = helpers.length < MAX_CREW_SIZE - 1;
  const helperChoices = technicians.filter(
    ({ id, busyDays, skilled }) =>
      id !== chosen?.id &&
      (helpers.some((technician) => technician.id === id) || (skilled && busyDays.length === 0)),
  );
  return (
    <EditForm
      label={m.office_bookings_plan_title()}
      submit={m.office_bookings_plan_submit()}
      form={form}
      ready={!isChecking}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <DateField label={m.office_bookings_plan_first()} autoFocus {...form.field("date")} />
        <TextField label={m.office_bookings_plan_time()} type="time" step={900} {...form.field("time")} />
        <Select
          label={m.office_bookings_plan_days()}
          value={days}
          onChange={(event) => form.set({ days: Number(event.target.value) })}
        >
          {Array.from({ length: MAX_WORK_DAYS }, (_, index) => index + 1).map((count) => (
            <option key={count} value={count}>
              {m.office_bookings_plan_days_count({ count })}
            </option>
          ))}
        </Select>
        <Select
          label={m.office_bookings_plan_hours()}
          value={minutes}
          onChange={(event) => form.set({ minutes: Number(event.target.value) })}
        >
          {lengthOptions(minutes).map((hours) => (
            <option key={hours} value={hours * 60}>
              {m.office_bookings_plan_hours_of({ count: hours })}
            </option>
          ))}
        </Select>
      </div>
      <section aria-labelledby={title} aria-live="polite" className="flex flex-col gap-1 text-sm">
        <p id={title} className="font-medium">
          {m.office_bookings_plan_on()}
        </p>
        {choices.isLoading ? (
          <Skeleton className="h-6 w-full" />
        ) : choices.isError ? (
          <p className="text-error">{m.office_bookings_plan_failed()}</p>
        ) : choices.data?.days.length === 0 ? (
          <p className="text-error">{m.office_bookings_plan_no_days()}</p>
        ) : (
          <p className="figures text-muted">
            {formatList((choices.data?.days ?? []).map((day) => formatDay(day)))}
          </p>
        )}
      </section>
      <div className="flex flex-col gap-1.5">
        <Select
          label={m.office_bookings_plan_technician()}
          {...form.field("technicianId")}
          value={chosen?.id ?? ""}
          onChange={(event) => form.set({ technicianId: event.target.value })}
        >
          {!chosen && <option value="">{m.office_bookings_plan_choose()}</option>}
          {technicians.map((technician) => (
            <option key={technician.id} value={technician.id} disabled={technician.busyDays.length > 0}>
              {`${bidiIsolate(technician.name)} · ${labelFor(technician)}`}
            </option>
          ))}
        </Select>
        <FieldError id={errorId} error={error} />
      </div>
      {helperChoices.length > 0 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">{m.office_bookings_plan_helpers()}</legend>
          <div className="relative max-h-44 overflow-y-auto rounded border border-line bg-surface">
            {helperChoices.map((technician) => {
              const isHelper = helpers.includes(technician);
              return (
                <CheckLine
                  key={technician.id}
                  checked={isHelper}
                  disabled={!isHelper && !canAddHelper}
                  onChange={() =>
                    form.set({
                      helperIds: isHelper
                        ? helperIds.filter((id) => id !== technician.id)
                        : [...helpers.map(({ id }) => id), technician.id],
                    })
                  }
                  end={<span className="text-xs text-muted">{labelFor(technician)}</span>}
                  className="border-b border-line px-3 last:border-b-0"
                >
                  <Truncate>{technician.name}</Truncate>
                </CheckLine>
              );
            })}
          </div>
        </fieldset>
      )}
      {chosen && !isFree && (
        <TextArea
          label={m.office_bookings_plan_reason()}
          hint={[chosen, ...helpers]
            .flatMap((technician) =>
              technician.free ? [] : `${bidiIsolate(technician.name)}: ${labelFor(technician)}`,
            )
            .join("; ")}
          maxLength={500}
          rows={2}
          required
          {...form.field("override")}
        />
      )}
      <CheckLine checked={notifyCustomer} onChange={(notifyCustomer) => form.set({ notifyCustomer })}>
        {m.board_notify_customer()}
      </CheckLine>
    </EditForm>
  );
}

interface PlanInput {
  helperIds: string[];
  override: string | undefined;
}

function initialValues(
  booking: BookingDetail,
  plannedVisits: BookingDetail["visits"],
  notifyCustomer: boolean,
): PlanFormValues & { helperIds: string[] } {
  const [first] = plannedVisits;
  const isMultiDay = plannedVisits.some(({ multiDay }) => multiDay);
  const days = workDays(booking.durationMin);
  const startsAt = first && new Date(first.startsAt);
  const minutes = first && (Date.parse(first.endsAt) - Date.parse(first.startsAt)) / 60_000;
  return {
    date: startsAt ? dubaiDate(startsAt) : (booking.preferredDate ?? addDays(dubaiDate(new Date()), 1)),
    time: startsAt ? dubaiTime(startsAt) : (booking.preferredTime ?? DEFAULTS.time),
    days: isMultiDay ? plannedVisits.length : days > 1 ? days : DEFAULTS.days,
    minutes: isMultiDay && minutes ? minutes : WORKDAY_MIN,
    technicianId: first?.technicianId ?? "",
    helperIds: first?.helpers.map(({ technicianId }) => technicianId) ?? [],
    override: "",
    notifyCustomer,
  };
}

function lengthOptions(minutes: number): number[] {
  const whole = Array.from({ length: MAX_HOURS }, (_, index) => index + 1);
  return [...new Set([...whole, minutes / 60])].sort((a, b) => a - b);
}

function labelFor({ free, busyDays, conflictText }: PlanChoices["technicians"][number]): string {
  if (free) return m.office_bookings_plan_free();
  if (busyDays.length > 0) {
    return m.office_bookings_plan_busy({ days: formatList(busyDays.map((day) => formatDay(day))) });
  }
  return conflictText ?? "";
}
