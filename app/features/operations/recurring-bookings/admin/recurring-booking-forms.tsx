import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { addDays, dubaiDate, dubaiTime, formatClock } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select } from "~/ui/form/field";
import { type Form, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import type { BookingDetail } from "../../bookings/office/views";
import { slotTimes } from "../../scheduling/slots";
import {
  qualifiedTechniciansQuery,
  useCreateRecurringBooking,
  useEndRecurringBooking,
  useSetRecurringTechnician,
  useShiftRecurringBooking,
} from "../admin-client";
import { labelForInterval, visitsAhead } from "../labels";
import { nextDay, type RecurrenceInterval, recurrenceIntervals, type UnconfirmedAction } from "../recurrence";
import { createSchema, endSchema, shiftSchema } from "../schema";
import type { RecurringBookingView, UnchangedBooking } from "../views";
import { unchangedBookingsText } from "./unchanged-bookings-text";

const DEFAULT_TIME = "10:00";

export function CreateForm({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const create = useCreateRecurringBooking();
  const today = dubaiDate(new Date());
  const [visit] = booking.visits;
  const visitDay = visit ? dubaiDate(new Date(visit.startsAt)) : (booking.preferredDate ?? today);
  const time = visit ? dubaiTime(new Date(visit.startsAt)) : booking.preferredTime;
  const form = useForm({
    initialValues: {
      interval: "monthly" as string,
      day: nextDay("monthly", visitDay, today),
      time: slotTimes.find((one) => one === time) ?? DEFAULT_TIME,
    },
    schema: createSchema(today),
    send: (recurringBooking) =>
      create.mutateAsync({ id: booking.id, version: booking.version, ...recurringBooking }),
    onDone: () =>
      passingNotices.show({
        title: m.recurring_bookings_started({ reference: booking.reference }),
        tone: "success",
      }),
    next: onClose,
  });
  return (
    <EditForm
      label={m.recurring_bookings_start()}
      submit={m.recurring_bookings_start_submit()}
      form={form}
      onClose={onClose}
    >
      <Select
        label={m.recurring_bookings_interval()}
        autoFocus
        {...form.field("interval")}
        onChange={(event) => {
          const interval = event.target.value as RecurrenceInterval;
          form.set({ interval, day: nextDay(interval, visitDay, today) });
        }}
      >
        {recurrenceIntervals.map((interval) => (
          <option key={interval} value={interval}>
            {labelForInterval(interval)}
          </option>
        ))}
      </Select>
      <DayAndTime form={form} />
      <p className="text-sm text-muted">{m.recurring_bookings_start_hint()}</p>
    </EditForm>
  );
}

/** Moves the next visit; the later ones follow. */
export function ShiftForm({
  recurringBooking,
  onClose,
}: {
  recurringBooking: RecurringBookingView;
  onClose: () => void;
}) {
  const shift = useShiftRecurringBooking();
  const [unchanged, setUnchanged] = useState<UnchangedBooking[]>([]);
  const today = dubaiDate(new Date());
  const next = visitsAhead(recurringBooking).find(({ startsAt, day }) => startsAt || day);
  const day = next?.startsAt
    ? dubaiDate(new Date(next.startsAt))
    : (next?.day ?? recurringBooking.nextDay ?? "");
  const form = useForm({
    initialValues: { day: day > today ? day : addDays(today, 1), time: recurringBooking.time },
    schema: shiftSchema(today),
    async send(values) {
      const answer = await shift.mutateAsync({
        id: recurringBooking.id,
        version: recurringBooking.version,
        ...values,
      });
      setUnchanged(answer.unchanged);
      return answer;
    },
    onDone: ({ unchanged }) =>
      passingNotices.show(
        unchanged.length > 0
          ? { title: unchangedBookingsText(unchanged), tone: "error" }
          : { title: m.recurring_bookings_shifted(), tone: "success" },
      ),
    next: onClose,
  });
  return (
    <EditForm
      label={m.recurring_bookings_shift()}
      submit={m.recurring_bookings_shift_submit()}
      form={form}
      onClose={onClose}
    >
      <DayAndTime form={form} />
      <p className="text-sm text-muted">{m.recurring_bookings_shift_hint()}</p>
      {unchanged.length > 0 && <p className="text-sm text-error">{unchangedBookingsText(unchanged)}</p>}
    </EditForm>
  );
}

export function TechnicianForm({
  recurringBooking,
  onClose,
}: {
  recurringBooking: RecurringBookingView;
  onClose: () => void;
}) {
  const setTechnician = useSetRecurringTechnician();
  const { data, error } = useQuery(qualifiedTechniciansQuery(recurringBooking.id));
  const form = useForm({
    initialValues: { technicianId: recurringBooking.preferredTechnician?.technicianId ?? "" },
    schema: z.object({ technicianId: z.string() }),
    send: ({ technicianId }) =>
      setTechnician.mutateAsync({
        id: recurringBooking.id,
        version: recurringBooking.version,
        technicianId: technicianId || null,
      }),
    onDone: ({ unchanged }) =>
      passingNotices.show(
        unchanged.length > 0
          ? { title: unchangedBookingsText(unchanged), tone: "error" }
          : { title: m.recurring_bookings_technician_chosen(), tone: "success" },
      ),
    next: onClose,
  });
  if (error && !data) return <p className="text-sm text-error">{m.recurring_bookings_failed()}</p>;
  if (!data) return <p className="text-sm text-muted">{m.common_loading()}</p>;
  const former = recurringBooking.preferredTechnician;
  const isFormerQualified = former === null || data.technicians.some(({ id }) => id === former.technicianId);
  return (
    <EditForm
      label={m.recurring_bookings_technician()}
      submit={m.recurring_bookings_technician_submit()}
      form={form}
      onClose={onClose}
    >
      <Select
        label={m.recurring_bookings_technician_label()}
        hint={m.recurring_bookings_technician_hint()}
        autoFocus
        {...form.field("technicianId")}
      >
        <option value="">{m.recurring_bookings_any_technician()}</option>
        {!isFormerQualified && <option value={former.technicianId}>{former.name}</option>}
        {data.technicians.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </EditForm>
  );
}

export function EndForm({
  recurringBooking,
  onClose,
}: {
  recurringBooking: RecurringBookingView;
  onClose: () => void;
}) {
  const end = useEndRecurringBooking();
  const form = useForm({
    initialValues: { unconfirmed: "cancel" as string },
    schema: endSchema,
    send: (values) =>
      end.mutateAsync({ id: recurringBooking.id, version: recurringBooking.version, ...values }),
    onDone: () => passingNotices.show({ title: m.recurring_bookings_ended(), tone: "success" }),
    next: onClose,
  });
  const actionLabels: Record<UnconfirmedAction, string> = {
    cancel: m.recurring_bookings_end_cancel_visits(),
    keep: m.recurring_bookings_end_keep_visits(),
  };
  return (
    <EditForm
      label={m.recurring_bookings_end()}
      submit={m.recurring_bookings_end_submit()}
      form={form}
      onClose={onClose}
    >
      <Select
        label={m.recurring_bookings_end_unconfirmed()}
        hint={m.recurring_bookings_end_hint()}
        autoFocus
        {...form.field("unconfirmed")}
      >
        {Object.entries(actionLabels).map(([action, label]) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </Select>
    </EditForm>
  );
}

function DayAndTime({ form }: { form: Pick<Form<{ day: string; time: string }>, "field"> }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <DateField
        label={m.recurring_bookings_next_day()}
        min={addDays(dubaiDate(new Date()), 1)}
        {...form.field("day")}
      />
      <Select label={m.recurring_bookings_time()} {...form.field("time")}>
        {slotTimes.map((time) => (
          <option key={time} value={time}>
            {formatClock(time)}
          </option>
        ))}
      </Select>
    </div>
  );
}
