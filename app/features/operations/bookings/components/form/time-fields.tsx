import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { addDays, daysBetween, dubaiDate, formatClock, formatDay, isDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { FieldError, TextField } from "~/ui/form/field";
import { usePostedField } from "~/ui/form/posted-fields";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import {
  type FormRef,
  setFieldValue,
  unchoose,
  useFieldValue,
} from "../../../../core/forms/components/form-fields";
import { slotTimes } from "../../../scheduling/slots";
import { availabilityQuery, type MovedBooking, type SlotOffer, type SlotQuery } from "../../request/client";
import { OFFERED_SLOT_FIELD } from "../../request/posted-booking";
import type { SlotChoice } from "../../request/views";
import { BOOKING_HORIZON_DAYS } from "../../schema";
import { type OfferedSlot, SlotPicker, SlotRadio } from "./slot-picker";

const STRIP_DAYS = 7;
/** Days per query from the week of the chosen day on, to find the next free day. */
const WINDOW_DAYS = 28;

interface TimeFieldsProps {
  form: FormRef;
  /** Null until a service is chosen. */
  job: SlotQuery | MovedBooking | null;
  /** Surcharge in percent. */
  surchargeAt?: (start: { day: string; time: string }) => number | null;
  /** The office plans the days with the customer, so that only the first one is asked for. */
  severalDays?: boolean;
  optional?: boolean;
  errors?: { preferredDate?: string; preferredTime?: string };
  alternatives?: SlotOffer | null;
  onAlternative?: () => void;
}

export function TimeFields({
  form,
  job,
  surchargeAt,
  severalDays = false,
  optional = false,
  errors,
  alternatives,
  onAlternative,
}: TimeFieldsProps) {
  const today = useToday();
  const typedDate = useFieldValue(form, "preferredDate");
  const date = isDay(typedDate) ? typedDate : "";
  const time = useFieldValue(form, "preferredTime");
  const { defaultValue: _, ...focus } = usePostedField("preferredTime");

  const dateWeek = today !== null && date > today ? Math.floor(daysBetween(today, date) / STRIP_DAYS) : 0;
  // Leafing through the weeks ends with the choice of another day.
  const [leafed, setLeafed] = useState({ date, week: dateWeek });
  const week = leafed.date === date ? leafed.week : dateWeek;
  const from = today === null ? "" : addDays(today, dateWeek * STRIP_DAYS);
  const { data: days, isFetching } = useQuery(
    {
      ...availabilityQuery(job ?? { service: "" }, from, from && addDays(from, WINDOW_DAYS - 1)),
      enabled: job !== null && today !== null && !severalDays,
      // Days of the same work stay while another week loads.
      placeholderData: (previous, query) =>
        JSON.stringify(query?.queryKey[1]) === JSON.stringify(job) ? previous : undefined,
    },
    queryClient,
  );

  const chosenDay = days?.find((day) => day.date === date);
  const slotsOfDate = chosenDay?.slots;
  const offered: OfferedSlot[] = slotsOfDate ?? slotTimes.map((time) => ({ time, free: null }));
  const slots =
    date && surchargeAt
      ? offered.map((slot) => ({ ...slot, surcharge: surchargeAt({ day: date, time: slot.time }) }))
      : offered;
  const isLoadingSlots = isFetching && !chosenDay && date !== "";
  const nextFreeDay = findNextFreeDay(days, date);
  const holiday = chosenDay && openingOf(chosenDay) === "holiday" ? chosenDay.holiday : null;
  const fullTime = slotsOfDate?.some((slot) => slot.time === time && slot.free === 0) ? time : null;
  const [deselectedTime, setDeselectedTime] = useState<string | null>(null);

  // A full time is deselected, but never replaced by "any time" automatically.
  useEffect(() => {
    if (fullTime === null) return;
    setDeselectedTime(fullTime);
    unchoose(form.current, "preferredTime");
  }, [fullTime, form]);

  function choose(slot: { date: string; time?: string }) {
    setDeselectedTime(null);
    setFieldValue(form.current, "preferredDate", slot.date);
    if (slot.time) setFieldValue(form.current, "preferredTime", slot.time);
  }

  return (
    <div className="flex flex-col gap-5">
      {alternatives && (
        <Alternatives
          offer={alternatives}
          onChoose={(slot) => {
            choose(slot);
            onAlternative?.();
          }}
        />
      )}
      <div className="flex flex-col gap-3">
        {today === null ? (
          // Placeholder, because a cached page does not know the current day.
          <div aria-hidden className="h-25 noscript:hidden" />
        ) : (
          <DayStrip
            today={today}
            week={week}
            date={date}
            onLeaf={(week) => setLeafed({ date, week })}
            find={(day) => days?.find(({ date }) => date === day)}
            onChoose={(day) => choose({ date: day })}
          />
        )}
        <TextField
          type="date"
          name="preferredDate"
          label={severalDays ? m.booking_first_day() : m.booking_date()}
          optional={optional ? m.common_optional() : undefined}
          min={today ?? undefined}
          max={today ? addDays(today, BOOKING_HORIZON_DAYS) : undefined}
          error={errors?.preferredDate}
          className="sm:max-w-64"
        />
      </div>
      {severalDays ? (
        <p className="text-sm text-muted">{m.booking_first_day_note()}</p>
      ) : (
        <fieldset
          {...focus}
          aria-describedby={`preferred-time-note${errors?.preferredTime ? " preferred-time-error" : ""}`}
          aria-invalid={errors?.preferredTime ? true : undefined}
          tabIndex={-1}
          className="flex flex-col gap-2"
          onChange={() => setDeselectedTime(null)}
        >
          <legend className="mb-1.5 flex w-full items-baseline justify-between text-sm font-medium">
            <span>{m.booking_time()}</span>
            {optional && <span className="text-xs font-normal text-muted">{m.common_optional()}</span>}
          </legend>
          {/* Stays mounted while loading, so that a time chosen before the day is kept. */}
          <div
            aria-busy={isLoadingSlots}
            className={isLoadingSlots ? "motion-safe:animate-pulse" : undefined}
          >
            <SlotPicker
              name="preferredTime"
              slots={slots}
              holiday={holiday}
              anyTime={optional}
              freeFirst={job !== null && "reference" in job}
            />
          </div>
          <p id="preferred-time-note" role="status" className="min-h-5 text-xs text-muted">
            {deselectedTime !== null && date !== "" && holiday === null && (
              <span>
                {m.booking_slot_full_on({ time: formatClock(deselectedTime), date: formatDay(date) })}
              </span>
            )}
            {(deselectedTime === null || holiday !== null) && chosenDay && (
              <span>{unavailableText(chosenDay)}</span>
            )}
            {deselectedTime === null && !slotsOfDate && <span>{m.booking_time_note()}</span>}
          </p>
          {nextFreeDay && (
            <Button
              tone="quiet"
              size="small"
              className="self-start"
              onClick={() => choose({ date: nextFreeDay })}
            >
              {m.booking_next_free_day({ day: formatDay(nextFreeDay) })}
            </Button>
          )}
          <FieldError id="preferred-time-error" error={errors?.preferredTime} />
        </fieldset>
      )}
    </div>
  );
}

interface OfferedDay {
  date: string;
  holiday: string | null;
  slots: readonly { free: number }[];
}

/** First free day after `date`; undefined if `date` itself is free or not loaded. */
export function findNextFreeDay(days: readonly OfferedDay[] | undefined, date: string): string | undefined {
  const chosen = days?.find((day) => day.date === date);
  if (!chosen || openingOf(chosen) === "open") return undefined;
  return days?.find((day) => day.date > date && openingOf(day) === "open")?.date;
}

type DayOpening = "open" | "full" | "holiday";

function openingOf(day: OfferedDay | undefined): DayOpening | null {
  if (!day) return null;
  if (day.slots.some(({ free }) => free > 0)) return "open";
  return day.holiday === null ? "full" : "holiday";
}

function unavailableText(day: OfferedDay): string | null {
  switch (openingOf(day)) {
    case "full":
      return m.booking_day_full();
    case "holiday":
      return m.booking_day_closed({ day: formatDay(day.date), holiday: bidiIsolate(day.holiday ?? "") });
    default:
      return null;
  }
}

/** Dubai day; null until hydrated, because a cached page may be old. */
function useToday(): string | null {
  const [today, setToday] = useState<string | null>(null);
  useEffect(() => setToday(dubaiDate(new Date())), []);
  return today;
}

interface AlternativesProps {
  offer: SlotOffer;
  onChoose: (slot: SlotChoice) => void;
}

function Alternatives({ offer: { message, slots }, onChoose }: AlternativesProps) {
  const hydrated = useHydrated();
  const posted = usePostedField(OFFERED_SLOT_FIELD);
  const panel = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads a choice made before hydration, once.
  useLayoutEffect(() => {
    const chosen = panel.current?.querySelector<HTMLInputElement>("input:checked")?.value;
    const slot = slots.find((slot) => slotValue(slot) === chosen);
    if (slot) onChoose(slot);
  }, []);

  return (
    <div
      ref={panel}
      id="booking-alternatives"
      role="alert"
      tabIndex={-1}
      {...posted}
      className="flex flex-col gap-3 rounded border border-accent bg-brass-soft p-4 text-brass-text"
    >
      <p className="text-sm font-medium">{message}</p>
      <div className="flex flex-wrap gap-2">
        {slots.map((slot) =>
          hydrated ? (
            <Button key={slotValue(slot)} tone="quiet" size="small" onClick={() => onChoose(slot)}>
              {slotText(slot)}
            </Button>
          ) : (
            <SlotRadio key={slotValue(slot)} name={OFFERED_SLOT_FIELD} value={slotValue(slot)}>
              <span>{slotText(slot)}</span>
            </SlotRadio>
          ),
        )}
      </div>
    </div>
  );
}

const slotValue = ({ date, time }: SlotChoice) => `${date} ${time}`;
const slotText = ({ date, time }: SlotChoice) =>
  m.booking_date_at_time({ date: formatDay(date), time: formatClock(time) });

function labelForMonth(month: string, day: OfferedDay | undefined): string {
  switch (openingOf(day)) {
    case "full":
      return m.booking_month_day_full({ month });
    case "holiday":
      return m.booking_month_day_holiday({ month, holiday: bidiIsolate(day?.holiday ?? "") });
    default:
      return month;
  }
}

interface DayStripProps {
  today: string;
  /** Weeks after today. */
  week: number;
  date: string;
  find: (day: string) => OfferedDay | undefined;
  onChoose: (day: string) => void;
  onLeaf: (week: number) => void;
}

const LAST_WEEK = Math.floor(BOOKING_HORIZON_DAYS / STRIP_DAYS) - 1;

function DayStrip({ today, week, date, find, onChoose, onLeaf }: DayStripProps) {
  const days = Array.from({ length: STRIP_DAYS }, (_, index) => addDays(today, week * STRIP_DAYS + index));
  const between = { from: formatDay(days[0]!), to: formatDay(days.at(-1)!) };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <Button tone="plain" size="small" disabled={week === 0} onClick={() => onLeaf(week - 1)}>
          {m.booking_days_earlier()}
        </Button>
        <Button tone="plain" size="small" disabled={week === LAST_WEEK} onClick={() => onLeaf(week + 1)}>
          {m.booking_days_later()}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: these are shortcuts to the date field rather than fields. */}
      <div
        role="group"
        aria-label={week === 0 ? m.booking_next_days() : m.booking_days_between(between)}
        className="grid grid-cols-7 gap-1 sm:gap-2"
      >
        {days.map((day) => {
          const offered = find(day);
          const opening = openingOf(offered);
          const full = opening === "full" || opening === "holiday";
          return (
            <button
              key={day}
              type="button"
              aria-pressed={day === date}
              onClick={() => onChoose(day)}
              className={classNames(
                "flex min-h-14 flex-col items-center justify-center rounded border text-sm leading-tight transition-colors",
                day === date
                  ? "border-action bg-action text-on-action"
                  : full
                    ? "border-dashed border-line bg-sunken text-muted"
                    : "border-control bg-surface hover:border-accent",
              )}
            >
              <span className="text-xs">{formatDay(day, "shortWeekday")}</span>{" "}
              <span className={classNames("figures font-semibold", full && day !== date && "line-through")}>
                {Number(day.slice(8))}
              </span>{" "}
              <span className="sr-only">{labelForMonth(formatDay(day, "monthAlone"), offered)}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
