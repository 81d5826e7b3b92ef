import { Popover } from "@base-ui/react/popover";
import CalendarDays from "lucide-react/icons/calendar-days";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { addDays, dubaiDate, formatDay, isDay } from "~/platform/time";
import { classNames } from "../class-names";
import { pressedKey } from "../hooks/latin-key";
import { useHydrated } from "../hooks/use-hydrated";
import { Calendar } from "./calendar";
import { controlClass, Field } from "./field";
import { parseDay } from "./parse-day";

type OwnProps = "type" | "value" | "defaultValue" | "onChange" | "min" | "max";

interface DateInputProps extends Omit<ComponentProps<"input">, OwnProps> {
  /** ISO date, or empty. */
  value: string;
  min?: string;
  max?: string;
  /** The value is an ISO date, empty, or a text without a date, which the form refuses. */
  onChange: (event: { target: { value: string } }) => void;
}

/**
 * Date as text ("Sun, 29 Nov 2026") with a calendar, because a native field shows dates in the order of the browser's
 * language. The native field stays until the page is hydrated.
 */
export function DateInput({ value, min, max, onChange, name, className, ...input }: DateInputProps) {
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState<string | null>(null);
  if (!isHydrated) {
    return <input type="date" {...{ value, min, max, onChange, name, className }} {...input} />;
  }
  const emit = (value: string) => onChange({ target: { value } });

  function change(text: string) {
    setTyped(text);
    const day = parseDay(text, dubaiDate(new Date()));
    if (day || !text.trim()) emit(day ?? "");
  }

  /** The field shows the day, or the text that is none. */
  function commit() {
    if (typed === null) return;
    setTyped(null);
    if (typed.trim() && !parseDay(typed, dubaiDate(new Date()))) emit(typed);
  }

  function move(days: number) {
    setTyped(null);
    emit(addDays(isDay(value) ? value : dubaiDate(new Date()), days));
  }

  return (
    <span className="relative flex min-w-0">
      <input
        {...input}
        type="text"
        autoComplete="off"
        value={typed ?? (isDay(value) ? formatDay(value) : value)}
        onChange={({ target }) => change(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          const key = pressedKey(event);
          if (key === "Enter") commit();
          if (key !== "ArrowUp" && key !== "ArrowDown") return;
          event.preventDefault();
          move(key === "ArrowUp" ? 1 : -1);
        }}
        className={classNames(className, "grow pe-8")}
      />
      {name && <input type="hidden" name={name} value={value} />}
      <CalendarButton
        {...{ min, max }}
        day={value}
        disabled={input.disabled}
        onChoose={(day) => {
          setTyped(null);
          emit(day);
        }}
      />
    </span>
  );
}

interface CalendarButtonProps {
  day: string;
  min?: string;
  max?: string;
  disabled?: boolean;
  onChoose: (day: string) => void;
}

function CalendarButton({ day, min, max, disabled, onChoose }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const focused = useRef<HTMLButtonElement>(null);
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, { trigger }) => {
        // Elements outside an open modal dialog are inert.
        if (open) setDialog(trigger?.closest("dialog") ?? null);
        setOpen(open);
      }}
    >
      <Popover.Trigger
        disabled={disabled}
        aria-label={m.admin_calendar_open()}
        className="absolute inset-y-0 end-0 grid w-8 place-items-center rounded text-muted hover:text-ink disabled:invisible"
      >
        <CalendarDays aria-hidden className="size-4" />
      </Popover.Trigger>
      <Popover.Portal container={dialog ?? undefined}>
        <Popover.Positioner sideOffset={4} align="end" collisionPadding={8} className="z-40">
          <Popover.Popup
            aria-label={m.admin_calendar()}
            initialFocus={focused}
            className="rounded border border-line bg-surface p-2 text-ink shadow-raised"
          >
            <Calendar
              {...{ day, min, max }}
              focusRef={focused}
              onChoose={(day) => {
                onChoose(day);
                setOpen(false);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface DateFieldProps extends Omit<DateInputProps, "id" | "className"> {
  label: ReactNode;
  optional?: ReactNode;
  hint?: ReactNode;
  error?: string;
  className?: string;
}

export function DateField({ label, optional, hint, error, className, ...input }: DateFieldProps) {
  return (
    <Field {...{ label, optional, hint, error, className }}>
      {(wiring) => <DateInput {...input} {...wiring} className={classNames(controlClass, "figures")} />}
    </Field>
  );
}
