import { useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import Phone from "lucide-react/icons/phone";
import Siren from "lucide-react/icons/siren";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { Button, buttonClass } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { formatCountdown } from "~/ui/hooks/duration";
import { useNow } from "~/ui/hooks/use-now";
import { tooltip } from "~/ui/overlay/tooltip";
import { useFrozenWhileDragging } from "~/ui/screen/use-frozen-while-dragging";
import { EMERGENCY_ARRIVAL_MIN } from "../../bookings/booking";
import { emergenciesQuery, useAcknowledge, useDispatch } from "../admin-client";
import type { RunningEmergencies } from "../views";
import { useRinging } from "./use-ringing";

/**
 * Rings until an office user acknowledges each emergency. At the bottom on small screens, because drawers
 * cover the top there.
 */
export function EmergencyBar() {
  const { data } = useQuery(emergenciesQuery);
  const running = data?.emergencies ?? none;
  const emergencies = useFrozenWhileDragging(running);
  const unacknowledged = running.filter(({ acknowledgedAt }) => acknowledgedAt === null);
  useRinging(unacknowledged.length > 0);
  return (
    <>
      {/* Announced once per emergency, so that screen readers skip the countdown. */}
      <div role="alert" className="sr-only">
        {unacknowledged.map(({ id, customerName, area }) => (
          <p key={id}>
            {m.office_bookings_emergency_new({
              customer: bidiIsolate(customerName),
              area: bidiIsolate(area),
            })}
          </p>
        ))}
      </div>
      {emergencies.length > 0 && (
        <section
          aria-label={m.office_bookings_emergencies()}
          ref={leaveRoom}
          className="z-30 flex max-h-[40dvh] shrink-0 max-sm:max-h-52 flex-col overflow-y-auto border-signal max-xl:fixed max-xl:inset-x-0 max-xl:bottom-0 max-xl:border-t-2 xl:border-b-2"
        >
          <ul>
            {emergencies.map((emergency) => (
              <Emergency key={emergency.id} emergency={emergency} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const none: RunningEmergency[] = [];

/** Publishes the bar's height as `--bottom-bar`, so that lists and drawers leave room. */
function leaveRoom(bar: HTMLElement) {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--bottom-bar", `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--bottom-bar");
  };
}

type RunningEmergency = RunningEmergencies["emergencies"][number];

function Emergency({ emergency }: { emergency: RunningEmergency }) {
  const { id, reference, customerName, address, tradeName, message, paged, acknowledgedAt } = emergency;
  const acknowledge = useAcknowledge();
  const dispatch = useDispatch();
  const [suggested] = emergency.suggestions;
  const error = dispatch.error ?? acknowledge.error;
  const rings = acknowledgedAt === null;
  const stage = stageOf(emergency);
  const passedOnBy = formatList(
    paged.filter(({ declined }) => declined).map(({ name }) => bidiIsolate(name)),
  );
  return (
    <li
      className={classNames(
        "grid grid-cols-[auto_auto_1fr_auto] items-center gap-x-2.5 gap-y-1.5 px-4 py-2 text-sm sm:flex sm:flex-wrap sm:gap-x-4 sm:py-2.5",
        stageClasses[stage],
      )}
    >
      <Siren aria-hidden className={classNames("size-5 shrink-0", rings && "motion-safe:animate-pulse")} />
      <Countdown requestedAt={emergency.requestedAt} />
      {/* Phone: full-width text, buttons in one row. */}
      <span className="max-sm:contents sm:min-w-40 sm:grow sm:basis-0">
        <span className="block leading-tight font-semibold">
          {stage === "ringing" && passedOnBy
            ? m.office_bookings_emergency_page_declined({ names: passedOnBy })
            : labelForStage(stage, emergency)}
          {stage === "waiting" && passedOnBy && (
            <span className="ms-2">{m.office_bookings_emergency_declined({ names: passedOnBy })}</span>
          )}
        </span>
        <span className="col-span-full line-clamp-2 leading-snug sm:block">
          {formatList([tradeName, customerName, address].flatMap((part) => (part ? bidiIsolate(part) : [])))}
          <span className="figures ms-2 whitespace-nowrap max-sm:hidden">{reference}</span>
        </span>
        {message && (
          <span className="col-span-full line-clamp-1 sm:line-clamp-2" dir="auto">
            {message}
          </span>
        )}
      </span>
      <span className="col-span-full flex gap-2 empty:hidden sm:flex-wrap">
        {rings && (
          <Button
            size="small"
            tone="quiet"
            className="font-semibold max-sm:px-2!"
            disabled={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ id })}
            aria-label={m.office_bookings_emergency_acknowledge_one({ reference })}
          >
            {m.office_bookings_emergency_acknowledge()}
          </Button>
        )}
        {suggested && (
          <>
            <Button
              size="small"
              tone="quiet"
              className="max-sm:grow max-sm:px-2!"
              disabled={dispatch.isPending}
              onClick={() => dispatch.mutate({ id, technicianId: suggested.id })}
            >
              {suggested.onCall
                ? m.office_bookings_emergency_send_on_call({ name: bidiIsolate(suggested.name) })
                : m.office_bookings_emergency_send({ name: bidiIsolate(suggested.name) })}
            </Button>
            <a
              href={callHref(suggested.phone)}
              aria-label={m.office_bookings_emergency_call({ name: bidiIsolate(suggested.name) })}
              {...tooltip(m.office_bookings_emergency_call({ name: bidiIsolate(suggested.name) }))}
              className={buttonClass({ size: "small", tone: "quiet" })}
            >
              <Phone aria-hidden />
            </a>
          </>
        )}
      </span>
      <Link
        to={`/admin/bookings/${id}`}
        className={buttonClass({ size: "small", tone: "quiet" }, "max-sm:col-start-4 max-sm:row-start-1")}
        aria-label={m.office_bookings_emergency_open_one({ reference })}
      >
        <span className="max-sm:hidden">{m.office_bookings_emergency_open()}</span>
        <ChevronRight aria-hidden className="sm:hidden rtl:-scale-x-100" />
      </Link>
      {error && (
        <p role="alert" className="col-span-full sm:w-full">
          {error.message}
        </p>
      )}
    </li>
  );
}

/** An acknowledged emergency without a technician is as urgent as a ringing one. */
type Stage = "ringing" | "waiting" | "sent" | "under-way";

function stageOf({ acknowledgedAt, technicianName, state }: RunningEmergency): Stage {
  if (acknowledgedAt === null) return "ringing";
  if (technicianName === null) return "waiting";
  return state === "en_route" ? "under-way" : "sent";
}

const stageClasses: Record<Stage, string> = {
  ringing: "bg-signal text-on-signal",
  waiting: "border-s-8 border-signal bg-signal-soft text-signal-text",
  sent: "bg-brass-soft text-brass-text",
  "under-way": "bg-calm-soft text-calm-text",
};

function labelForStage(stage: Stage, { technicianName, paged }: RunningEmergency): string {
  const name = bidiIsolate(technicianName ?? "");
  const open = paged.filter(({ declined }) => !declined).map((one) => bidiIsolate(one.name));
  switch (stage) {
    case "ringing":
      return m.office_bookings_emergency_paged();
    case "waiting":
      return open.length > 0
        ? m.office_bookings_emergency_not_sent_paged({ names: formatList(open) })
        : m.office_bookings_emergency_not_sent();
    case "sent":
      return m.office_bookings_emergency_sent({ name: bidiIsolate(name) });
    case "under-way":
      return m.office_bookings_emergency_under_way({ name: bidiIsolate(name) });
  }
}

function Countdown({ requestedAt }: { requestedAt: string }) {
  const now = useNow(1_000);
  const due = Date.parse(requestedAt) + EMERGENCY_ARRIVAL_MIN * 60_000;
  const seconds = Math.floor((due - now.getTime()) / 1_000);
  const time = formatCountdown(Math.abs(seconds));
  return (
    <span className="figures font-semibold whitespace-nowrap">
      {seconds < 0 ? m.office_bookings_target_overdue({ time }) : m.office_bookings_target_left({ time })}
    </span>
  );
}
