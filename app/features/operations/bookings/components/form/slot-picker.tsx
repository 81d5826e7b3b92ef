import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatClock } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { usePostedField } from "~/ui/form/posted-fields";

export interface OfferedSlot {
  time: string;
  /** Number of free technicians; null without a day and service. */
  free: number | null;
  /** Surcharge in percent. */
  surcharge?: number | null;
}

interface SlotPickerProps {
  name: string;
  slots: OfferedSlot[];
  /** Public holiday on which the business is closed. */
  holiday?: string | null;
  anyTime?: boolean;
  /** Full times come last, in a group of their own. */
  freeFirst?: boolean;
}

/** Radio buttons grouped by part of day, so that they work with the keyboard and without JavaScript. */
export function SlotPicker({
  name,
  slots,
  holiday = null,
  anyTime = false,
  freeFirst = false,
}: SlotPickerProps) {
  const full = freeFirst ? slots.filter(({ free }) => free === 0) : [];
  const first = slots.filter((slot) => !full.includes(slot));
  const parts = [
    { label: m.booking_morning(), slots: first.filter(({ time }) => time < "12:00") },
    { label: m.booking_afternoon(), slots: first.filter(({ time }) => time >= "12:00" && time < "17:00") },
    { label: m.booking_evening(), slots: first.filter(({ time }) => time >= "17:00") },
    {
      label: holiday ? m.booking_slots_holiday({ holiday: bidiIsolate(holiday) }) : m.booking_slot_full(),
      slots: full,
    },
  ].filter(({ slots }) => slots.length > 0);
  return (
    <div className="flex flex-col gap-3">
      {anyTime && (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-2">
          <SlotRadio name={name} value="" preset>
            {m.booking_any_time()}
          </SlotRadio>
        </div>
      )}
      {parts.map((part) => (
        // biome-ignore lint/a11y/useSemanticElements: screen readers would announce a nested fieldset twice.
        <div key={part.label} role="group" aria-label={part.label} className="flex flex-col gap-1.5">
          <span aria-hidden className="text-xs text-muted">
            {part.label}
          </span>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-2">
            {part.slots.map((slot) => (
              <SlotRadio key={slot.time} name={name} value={slot.time} full={slot.free === 0}>
                <span className="figures whitespace-nowrap">{formatClock(slot.time)}</span>
                <SlotNotes slot={slot} isHoliday={holiday !== null} />
              </SlotRadio>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Reserves its line below the time, to avoid a layout shift. */
function SlotNotes({ slot: { free, surcharge }, isHoliday }: { slot: OfferedSlot; isHoliday: boolean }) {
  if (free !== 0 && free !== 1 && !surcharge) return null;
  return (
    <small className="flex gap-1.5">
      {surcharge && free !== 0 ? (
        <span className="figures">{`${m.lines_slot_surcharge({ percent: surcharge })} `}</span>
      ) : null}
      {free === 0 && <span>{isHoliday ? m.booking_slot_holiday() : m.booking_slot_full()}</span>}
      {free === 1 && <span>{m.booking_slot_last()}</span>}
    </small>
  );
}

interface SlotRadioProps {
  name: string;
  value: string;
  full?: boolean;
  preset?: boolean;
  children: React.ReactNode;
}

export function SlotRadio({ name, value, full = false, preset = false, children }: SlotRadioProps) {
  const { defaultValue: posted } = usePostedField(name);
  return (
    <label
      className={classNames(
        "relative flex min-h-13 flex-col items-center justify-center rounded border px-1 py-1 text-center text-sm font-medium whitespace-nowrap transition-colors",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        "[&>small]:text-xs [&>small]:font-normal",
        full
          ? "slot-full cursor-not-allowed border-dashed border-line bg-sunken text-muted [&>span]:line-through"
          : "border-control bg-surface hover:border-accent has-checked:border-action has-checked:bg-action has-checked:text-on-action",
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        disabled={full}
        defaultChecked={posted === undefined ? preset : posted === value}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded outline-none"
      />
      {children}
    </label>
  );
}
