import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { addDays, dubaiDate, dubaiTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { CheckLine } from "~/ui/form/check-line";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { FieldError, TextField } from "~/ui/form/field";
import { type Checked, type Form, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Skeleton } from "~/ui/screen/skeleton";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { suggestionsQuery, technicianChoicesQuery, useAssignTechnician } from "../../admin-client";
import type { BookingDetail } from "../../office/views";
import { absentHelperSentences } from "../../visits/absent-helpers";
import type { TechnicianChoice } from "../../visits/views";
import { OverrideField } from "./override-field";
import { Suggestions } from "./suggestions";
import { showTransitionToast } from "./transition-toast";

interface Assignment {
  date: string;
  time: string;
  /** Empty if the suggested technician is used. */
  technicianId: string;
  override: string;
  notifyCustomer: boolean;
}

type AssignmentInput = Omit<Assignment, "override"> & { override: string | undefined };

interface AssignFormProps {
  booking: BookingDetail;
  onClose: () => void;
}

export function AssignForm({ booking, onClose }: AssignFormProps) {
  const fixedTime = initialTime(booking, new Date());
  const suggestions = useQuery({ ...suggestionsQuery(booking.id), enabled: fixedTime === null });
  if (fixedTime === null && suggestions.isLoading) return <Skeleton className="h-64 w-full" />;
  const start = fixedTime ?? suggestions.data?.[0] ?? defaultTime(booking, new Date());
  return <AssignFields booking={booking} start={start} onClose={onClose} />;
}

function AssignFields({
  booking,
  start,
  onClose,
}: AssignFormProps & { start: { date: string; time: string; technicianId?: string } }) {
  const assign = useAssignTechnician();
  const form: Form<Assignment> = useForm({
    initialValues: {
      ...{ date: start.date, time: start.time, technicianId: start.technicianId ?? "" },
      ...{ override: "", notifyCustomer: true },
    },
    check({ date, time, override, notifyCustomer }): Checked<AssignmentInput> {
      if (!chosen || !canAssign) return { ok: false, errors: { technicianId: m.admin_assign_choose() } };
      const reason = override.trim();
      if (!chosen.free && !reason) return { ok: false, errors: { override: m.admin_reason_required() } };
      return {
        ok: true,
        input: {
          ...{ technicianId: chosen.id, date, time, notifyCustomer },
          override: chosen.free ? undefined : reason,
        },
      };
    },
    send: (input: AssignmentInput) =>
      assign.mutateAsync({ id: booking.id, version: booking.version, ...input }),
    onDone({ booking, absentHelpers }) {
      showTransitionToast(booking, "assign");
      for (const title of absentHelperSentences(absentHelpers)) passingNotices.show({ title, tone: "error" });
    },
    next: onClose,
  });
  const { date, time, technicianId } = form.values;
  const choices = useQuery({
    ...technicianChoicesQuery(booking.id, date, time),
    placeholderData: keepPreviousData,
  });
  const errorId = useId();

  const hasTime = date !== "" && time !== "";
  const technicians = (hasTime && choices.data) || [];
  const suggested = technicians.find(({ free }) => free);
  const chosen = technicians.find(({ id }) => id === (technicianId || suggested?.id));
  const canAssign = chosen && (chosen.free || chosen.canOverride);
  const error = canAssign ? undefined : form.errors.technicianId;

  return (
    <EditForm
      label={m.office_bookings_assign_title()}
      submit={m.office_bookings_assign_submit()}
      form={form}
      onClose={onClose}
    >
      <Suggestions
        bookingId={booking.id}
        chosen={{ technicianId: chosen?.id, date, time }}
        onChoose={({ technicianId, date, time }) => form.set({ technicianId, date, time })}
      />
      <div className="grid grid-cols-2 gap-3">
        <DateField label={m.admin_assign_date()} autoFocus {...form.field("date")} />
        <TextField label={m.admin_assign_time()} type="time" step={900} {...form.field("time")} />
      </div>
      <fieldset
        aria-describedby={error ? errorId : undefined}
        aria-invalid={error ? true : undefined}
        tabIndex={-1}
        className={classNames(
          "flex flex-col gap-1.5 transition-opacity",
          choices.isPlaceholderData && "opacity-60",
        )}
      >
        <legend className="mb-1.5 text-sm font-medium">{m.office_bookings_assign_technician()}</legend>
        {hasTime ? (
          <TechnicianList
            state={choices}
            technicians={technicians}
            suggestedId={suggested?.id}
            chosenId={chosen?.id}
            onChoose={(technicianId) => form.set({ technicianId })}
          />
        ) : (
          <p className="text-sm text-muted">{m.office_bookings_assign_pick_time()}</p>
        )}
        <FieldError id={errorId} error={error} />
      </fieldset>
      {canAssign && !chosen.free && <OverrideField chosen={chosen} field={form.field("override")} />}
      <CheckLine {...form.flag("notifyCustomer")}>{m.board_notify_customer()}</CheckLine>
    </EditForm>
  );
}

function TechnicianList({
  state,
  technicians,
  suggestedId,
  chosenId,
  onChoose,
}: {
  state: { isLoading: boolean; isError: boolean; refetch: () => unknown; fetchStatus: string };
  technicians: readonly TechnicianChoice[];
  suggestedId: string | undefined;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}) {
  const name = useId();
  if (state.isLoading) return <Skeleton className="h-32 w-full" />;
  if (state.isError) {
    return (
      <p role="alert" className="flex items-center justify-between gap-3 text-sm text-error">
        {m.office_bookings_assign_failed()}
        <Button size="small" tone="quiet" onClick={() => state.refetch()}>
          {m.common_try_again()}
        </Button>
      </p>
    );
  }
  if (technicians.length === 0)
    return <p className="text-sm text-muted">{m.office_bookings_assign_none()}</p>;
  return (
    <div className="relative max-h-72 overflow-y-auto rounded border border-line bg-surface">
      {technicians.map((technician) => (
        <label
          key={technician.id}
          className={classNames(
            "flex min-h-11 items-center gap-3 border-b border-line px-3 py-1.5 text-sm last:border-b-0",
            technician.id === chosenId && "bg-brass-soft",
            technician.free || technician.canOverride ? "cursor-pointer" : "cursor-not-allowed text-muted",
          )}
        >
          <input
            type="radio"
            name={name}
            checked={technician.id === chosenId}
            disabled={!technician.free && !technician.canOverride}
            onChange={() => onChoose(technician.id)}
            className="size-4 shrink-0 accent-action"
          />
          <span className="min-w-0 grow">
            <span className="block truncate font-medium">
              <bdi>{technician.name}</bdi>
            </span>
            <span className="figures block text-xs text-muted">
              {technician.isPreferred && <span>{`${m.preferred_technician_label()} · `}</span>}
              {technician.onCall && <span>{`${m.admin_people_on_call()} · `}</span>}
              <span>{m.office_bookings_assign_visits({ count: technician.visitsThatDay })}</span>
              {technician.travel && (
                <span>{` · ${m.booking_suggest_travel({ ...technician.travel, area: bidiIsolate(placeInReaderLanguage(technician.travel.area)) })}`}</span>
              )}
            </span>
          </span>
          {technician.free ? (
            <Badge tone="done">
              {technician.id === suggestedId
                ? m.office_bookings_assign_suggested()
                : m.office_bookings_assign_free()}
            </Badge>
          ) : (
            <span className="text-end text-xs text-muted">{technician.conflictText}</span>
          )}
        </label>
      ))}
    </div>
  );
}

/** Null if any time is possible. */
function initialTime(booking: BookingDetail, now: Date): { date: string; time: string } | null {
  if (booking.visit)
    return {
      date: dubaiDate(new Date(booking.visit.startsAt)),
      time: dubaiTime(new Date(booking.visit.startsAt)),
    };
  if (booking.emergency) {
    const soon = new Date(Math.ceil(now.getTime() / 900_000) * 900_000);
    return { date: dubaiDate(soon), time: dubaiTime(soon) };
  }
  const { preferredDate: date, preferredTime: time } = booking;
  return date && time && date >= dubaiDate(now) ? { date, time } : null;
}

function defaultTime({ preferredDate, preferredTime }: BookingDetail, now: Date) {
  const tomorrow = addDays(dubaiDate(now), 1);
  const date = preferredDate && preferredDate >= tomorrow ? preferredDate : tomorrow;
  return { date, time: preferredTime ?? "09:00" };
}
