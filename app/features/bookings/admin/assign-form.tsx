import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { m } from "~/paraglide/messages";
import { addDays, dubaiDate, dubaiTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { classNames } from "~/ui/class-names";
import { controlClass, Field, FieldError, TextArea } from "~/ui/field";
import { Skeleton } from "~/ui/skeleton";
import { technicianChoicesQuery, useAssignTechnician } from "../admin-client";
import type { BookingDetail, TechnicianChoice } from "../views";
import { Suggestions } from "./suggestions";
import { tellMoved } from "./tell-moved";

/** Who goes, and when. Over a warning only with a reason; over another visit never. */
export function AssignForm({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const [{ date, time }, setWhen] = useState(() => proposedTime(booking, new Date()));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [override, setOverride] = useState("");
  const [checked, setChecked] = useState(false);
  const choices = useQuery({
    ...technicianChoicesQuery(booking.id, date, time),
    placeholderData: keepPreviousData,
  });
  const assign = useAssignTechnician();
  const errorId = useId();

  const timed = date !== "" && time !== "";
  const technicians = (timed && choices.data) || [];
  const suggested = technicians.find(({ free }) => free);
  const chosen = technicians.find(({ id }) => id === (chosenId ?? suggested?.id));
  const possible = chosen && (chosen.free || chosen.canOverride);
  const reasonMissing = possible && !chosen.free && !override.trim();

  function submit() {
    setChecked(true);
    if (!possible || reasonMissing) return;
    assign.mutate(
      {
        id: booking.id,
        version: booking.version,
        technicianId: chosen.id,
        date,
        time,
        override: chosen.free ? undefined : override.trim(),
      },
      {
        onSuccess: ({ booking }) => {
          tellMoved(booking, "assign");
          onClose();
        },
      },
    );
  }

  return (
    <form
      noValidate
      aria-label={m.admin_assign_title()}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
      className="flex flex-col gap-3 rounded border border-line bg-paper p-3"
    >
      <Suggestions
        bookingId={booking.id}
        chosen={{ technicianId: chosen?.id, date, time }}
        onChoose={(suggestion) => {
          setWhen({ date: suggestion.date, time: suggestion.time });
          setChosenId(suggestion.technicianId);
        }}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label={m.admin_assign_date()}>
          {(wiring) => (
            <input
              {...wiring}
              type="date"
              value={date}
              // biome-ignore lint/a11y/noAutofocus: the form was opened in order to choose.
              autoFocus
              onChange={(event) => setWhen({ date: event.target.value, time })}
              className={controlClass}
            />
          )}
        </Field>
        <Field label={m.admin_assign_time()}>
          {(wiring) => (
            <input
              {...wiring}
              type="time"
              step={900}
              value={time}
              onChange={(event) => setWhen({ date, time: event.target.value })}
              className={controlClass}
            />
          )}
        </Field>
      </div>
      <fieldset
        aria-describedby={errorId}
        className={classNames(
          "flex flex-col gap-1.5 transition-opacity",
          choices.isPlaceholderData && "opacity-60",
        )}
      >
        <legend className="mb-1.5 text-sm font-medium">{m.admin_assign_who()}</legend>
        {timed ? (
          <TechnicianList
            state={choices}
            technicians={technicians}
            suggestedId={suggested?.id}
            chosenId={chosen?.id}
            onChoose={setChosenId}
          />
        ) : (
          <p className="text-sm text-muted">{m.admin_assign_pick_time()}</p>
        )}
        <FieldError id={errorId} error={checked && !possible ? m.admin_assign_choose() : undefined} />
      </fieldset>
      {possible && !chosen.free && (
        <TextArea
          label={m.admin_assign_override()}
          hint={m.admin_assign_override_hint({ name: chosen.name, why: chosen.why ?? "" })}
          value={override}
          maxLength={500}
          rows={2}
          required
          error={checked && reasonMissing ? m.admin_reason_required() : undefined}
          onChange={(event) => setOverride(event.target.value)}
        />
      )}
      <ChangeRefused error={assign.error} />
      <div className="flex gap-2">
        <Button type="submit" size="small" disabled={assign.isPending}>
          {assign.isPending ? m.admin_working() : m.admin_assign_submit()}
        </Button>
        <Button size="small" tone="plain" onClick={onClose}>
          {m.admin_keep()}
        </Button>
      </div>
    </form>
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
        {m.admin_assign_failed()}
        <Button size="small" tone="quiet" onClick={() => state.refetch()}>
          {m.common_try_again()}
        </Button>
      </p>
    );
  }
  if (technicians.length === 0) return <p className="text-sm text-muted">{m.admin_assign_none()}</p>;
  return (
    <div className="max-h-72 overflow-y-auto rounded border border-line bg-surface">
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
            <span className="block truncate font-medium">{technician.name}</span>
            <span className="figures block text-xs text-muted">
              {technician.onCall && `${m.admin_people_on_call()} · `}
              {m.admin_assign_visits({ count: technician.visitsThatDay })}
              {technician.way && ` · ${m.booking_suggest_way(technician.way)}`}
            </span>
          </span>
          {technician.free ? (
            <Badge tone="done">
              {technician.id === suggestedId ? m.admin_assign_suggested() : m.admin_assign_free()}
            </Badge>
          ) : (
            <span className="text-end text-xs text-muted">{technician.why}</span>
          )}
        </label>
      ))}
    </div>
  );
}

/** The time that is agreed or was wished for; else the next full hour in an emergency, else tomorrow at nine. */
function proposedTime(booking: BookingDetail, now: Date): { date: string; time: string } {
  if (booking.visit)
    return {
      date: dubaiDate(new Date(booking.visit.startsAt)),
      time: dubaiTime(new Date(booking.visit.startsAt)),
    };
  if (booking.emergency) {
    const soon = new Date(Math.ceil(now.getTime() / 900_000) * 900_000);
    return { date: dubaiDate(soon), time: dubaiTime(soon) };
  }
  const today = dubaiDate(now);
  const wished =
    booking.preferredDate && booking.preferredDate >= today ? booking.preferredDate : addDays(today, 1);
  return { date: wished, time: booking.preferredTime ?? "09:00" };
}
