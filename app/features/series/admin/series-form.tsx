import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { addDays, dubaiDate, dubaiTime, formatClock } from "~/platform/time";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { type Form, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import type { BookingDetail } from "../../bookings/views";
import { slotTimes } from "../../scheduling/slots";
import {
  trainedQuery,
  useAskForInSeries,
  useBeginSeries,
  useEndSeries,
  useShiftSeries,
} from "../admin-client";
import { labelForRhythm, visitsAhead } from "../labels";
import { nextDay, type Rhythm, rhythms, type UnconfirmedFate } from "../rhythm";
import { beginSchema, endSchema, shiftSchema } from "../schema";
import type { SeriesView, Stayed } from "../views";
import { wordsForStayed } from "./stayed-words";

const DEFAULT_TIME = "10:00";

/** Has a visit made again: how often, and when next. */
export function BeginForm({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const begin = useBeginSeries();
  const today = dubaiDate(new Date());
  const [visit] = booking.visits;
  const visitDay = visit ? dubaiDate(new Date(visit.startsAt)) : (booking.preferredDate ?? today);
  const time = visit ? dubaiTime(new Date(visit.startsAt)) : booking.preferredTime;
  const form = useForm({
    start: {
      rhythm: "monthly" as string,
      day: nextDay("monthly", visitDay, today),
      time: slotTimes.find((one) => one === time) ?? DEFAULT_TIME,
    },
    schema: beginSchema(today),
    send: (series) => begin.mutateAsync({ id: booking.id, version: booking.version, ...series }),
    onDone: () =>
      passingNotices.show({ title: m.series_begun({ reference: booking.reference }), tone: "success" }),
    next: onClose,
  });
  return (
    <EditForm label={m.series_repeat()} submit={m.series_begin_submit()} form={form} onClose={onClose}>
      <Select
        label={m.series_rhythm()}
        autoFocus
        {...form.field("rhythm")}
        onChange={(event) => {
          const rhythm = event.target.value as Rhythm;
          form.set({ rhythm, day: nextDay(rhythm, visitDay, today) });
        }}
      >
        {rhythms.map((rhythm) => (
          <option key={rhythm} value={rhythm}>
            {labelForRhythm(rhythm)}
          </option>
        ))}
      </Select>
      <DayAndTime form={form} />
      <p className="text-sm text-muted">{m.series_begin_hint()}</p>
    </EditForm>
  );
}

/** Moves all that is ahead of a series: the next visit's day, the others follow. */
export function ShiftForm({ series, onClose }: { series: SeriesView; onClose: () => void }) {
  const shift = useShiftSeries();
  const [stayed, setStayed] = useState<Stayed[]>([]);
  const today = dubaiDate(new Date());
  const next = visitsAhead(series).find(({ startsAt, day }) => startsAt || day);
  const day = next?.startsAt ? dubaiDate(new Date(next.startsAt)) : (next?.day ?? series.nextDay ?? "");
  const form = useForm({
    start: { day: day > today ? day : addDays(today, 1), time: series.time },
    schema: shiftSchema(today),
    async send(wanted) {
      const answer = await shift.mutateAsync({ id: series.id, version: series.version, ...wanted });
      setStayed(answer.stayed);
      return answer;
    },
    onDone: ({ stayed }) =>
      passingNotices.show(
        stayed.length > 0
          ? { title: wordsForStayed(stayed), tone: "error" }
          : { title: m.series_shifted(), tone: "success" },
      ),
    next: onClose,
  });
  return (
    <EditForm label={m.series_shift()} submit={m.series_shift_submit()} form={form} onClose={onClose}>
      <DayAndTime form={form} />
      <p className="text-sm text-muted">{m.series_shift_hint()}</p>
      {stayed.length > 0 && <p className="text-sm text-error">{wordsForStayed(stayed)}</p>}
    </EditForm>
  );
}

/** Chooses who comes to all that is ahead of a series, where they are free. */
export function TechnicianForm({ series, onClose }: { series: SeriesView; onClose: () => void }) {
  const askFor = useAskForInSeries();
  const { data, error } = useQuery(trainedQuery(series.id));
  const form = useForm({
    start: { technicianId: series.preferredTechnician?.technicianId ?? "" },
    schema: z.object({ technicianId: z.string() }),
    send: ({ technicianId }) =>
      askFor.mutateAsync({ id: series.id, version: series.version, technicianId: technicianId || null }),
    onDone: ({ stayed }) =>
      passingNotices.show(
        stayed.length > 0
          ? { title: wordsForStayed(stayed), tone: "error" }
          : { title: m.series_technician_chosen(), tone: "success" },
      ),
    next: onClose,
  });
  if (error && !data) return <p className="text-sm text-error">{m.series_failed()}</p>;
  if (!data) return <p className="text-sm text-muted">{m.common_loading()}</p>;
  const former = series.preferredTechnician;
  const isThere = former === null || data.technicians.some(({ id }) => id === former.technicianId);
  return (
    <EditForm
      label={m.series_technician()}
      submit={m.series_technician_submit()}
      form={form}
      onClose={onClose}
    >
      <Select
        label={m.series_who_comes()}
        hint={m.series_technician_hint()}
        autoFocus
        {...form.field("technicianId")}
      >
        <option value="">{m.series_anybody()}</option>
        {!isThere && <option value={former.technicianId}>{former.name}</option>}
        {data.technicians.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </EditForm>
  );
}

/** Ends a series, and says what becomes of the visits that nobody has confirmed. */
export function EndForm({ series, onClose }: { series: SeriesView; onClose: () => void }) {
  const end = useEndSeries();
  const form = useForm({
    start: { unconfirmed: "cancel" as string },
    schema: endSchema,
    send: (wanted) => end.mutateAsync({ id: series.id, version: series.version, ...wanted }),
    onDone: () => passingNotices.show({ title: m.series_ended(), tone: "success" }),
    next: onClose,
  });
  const fates: Record<UnconfirmedFate, string> = { cancel: m.series_end_cancel(), keep: m.series_end_keep() };
  return (
    <EditForm label={m.series_end()} submit={m.series_end_submit()} form={form} onClose={onClose}>
      <Select
        label={m.series_end_unconfirmed()}
        hint={m.series_end_hint()}
        autoFocus
        {...form.field("unconfirmed")}
      >
        {Object.entries(fates).map(([fate, word]) => (
          <option key={fate} value={fate}>
            {word}
          </option>
        ))}
      </Select>
    </EditForm>
  );
}

function DayAndTime({ form }: { form: Pick<Form<{ day: string; time: string }>, "field"> }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label={m.series_next_day()}
        type="date"
        min={addDays(dubaiDate(new Date()), 1)}
        {...form.field("day")}
      />
      <Select label={m.series_time()} {...form.field("time")}>
        {slotTimes.map((time) => (
          <option key={time} value={time}>
            {formatClock(time)}
          </option>
        ))}
      </Select>
    </div>
  );
}
