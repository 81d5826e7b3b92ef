import Check from "lucide-react/icons/check";
import Pause from "lucide-react/icons/pause";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import type { BookingState } from "../booking";
import { labelForState } from "../labels";

const interrupted: readonly BookingState[] = ["on_hold", "no_access"];

/** Null for states that end a booking early. */
const stepOf: Record<BookingState, number | null> = {
  requested: 0,
  confirmed: 1,
  scheduled: 1,
  en_route: 2,
  no_access: 2,
  on_site: 3,
  on_hold: 3,
  work_done: 3,
  completed: 4,
  declined: null,
  cancelled: null,
  closed: null,
};

export function BookingProgress({ state }: { state: BookingState }) {
  const current = stepOf[state];
  if (current === null) return null;
  const steps = [
    m.booking_state_requested(),
    m.booking_state_confirmed(),
    m.booking_state_en_route(),
    m.booking_state_on_site(),
    m.booking_state_completed(),
  ];
  return (
    <ol className="grid grid-cols-5 max-sm:-mx-3 sm:gap-x-1">
      {steps.map((step, index) => {
        const done = index < current || current === steps.length - 1;
        const now = index === current && !done;
        return (
          <li
            key={step}
            aria-current={index === current ? "step" : undefined}
            className="relative flex flex-col items-center gap-2 text-center sm:items-start sm:text-start"
          >
            <span
              className={classNames(
                "relative z-1 grid size-6 shrink-0 place-items-center rounded-full border-2 bg-surface",
                done && "border-calm bg-calm! text-on-calm",
                now && (interrupted.includes(state) ? "border-brass-text text-brass-text" : "border-accent"),
                !done && !now && "border-line",
              )}
            >
              {done && <Check aria-hidden className="size-4" />}
              {now &&
                (interrupted.includes(state) ? (
                  <Pause aria-hidden className="size-3.5" />
                ) : (
                  <span aria-hidden className="size-2.5 rounded-full bg-accent" />
                ))}
            </span>
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={classNames(
                  "absolute start-1/2 -end-1/2 top-3 h-0.5 sm:start-0 sm:-end-1",
                  index < current ? "bg-calm" : "bg-line",
                )}
              />
            )}
            <span
              className={classNames(
                "text-[0.6875rem] leading-tight sm:text-sm",
                now ? "font-semibold" : !done && "text-muted",
              )}
            >
              {/* Interrupted work is labelled with its state, because no step describes it. */}
              {index === current ? labelForState(state) : step}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
