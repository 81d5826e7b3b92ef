import { useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import Phone from "lucide-react/icons/phone";
import Siren from "lucide-react/icons/siren";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { formatTime } from "~/platform/time";
import { Button, buttonClass } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { formatCountdown } from "~/ui/hooks/duration";
import { useNow } from "~/ui/hooks/use-now";
import { tooltip } from "~/ui/overlay/tooltip";
import { useFrozenWhileDragging } from "~/ui/screen/use-frozen-while-dragging";
import { EMERGENCY_ARRIVAL_MIN } from "../../bookings/booking";
import { emergenciesQuery, useAcknowledge, useDispatch } from "../admin-client";
import type { RunningEmergencies } from "../views";
import { stepsOfPage } from "./page-steps";
import { useRinging } from "./use-ringing";

/** Technician whose visits are moved before the dispatch. */
export interface ReassignmentRequest {
  bookingId: string;
  reference: string;
  candidate: Candidate;
}

interface EmergencyBarProps {
  /** Dialog that moves the visits of the candidate and dispatches. */
  renderReassignment: (request: ReassignmentRequest, onClose: () => void) => ReactNode;
}

/**
 * Rings until an office user acknowledges each emergency. At the bottom on small screens, because drawers
 * cover the top there.
 */
export function EmergencyBar({ renderReassignment }: EmergencyBarProps) {
  const { data } = useQuery(emergenciesQuery);
  const [reassigning, setReassigning] = useState<ReassignmentRequest | null>(null);
  const [showsDispatched, setShowsDispatched] = useState(false);
  const running = data?.emergencies ?? none;
  const emergencies = useFrozenWhileDragging(running);
  const unacknowledged = running.filter(({ acknowledgedAt }) => acknowledgedAt === null);
  useRinging(unacknowledged.length > 0);
  const now = useNow(60_000);
  // An overdue emergency stays open, although a technician is on the way.
  const isDispatched = (emergency: RunningEmergency) =>
    ["sent", "under-way"].includes(stageOf(emergency)) && !isOverdue(emergency, now);
  const waiting = emergencies.filter((emergency) => !isDispatched(emergency));
  const dispatched = emergencies.filter(isDispatched);
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
          data-no-print=""
          aria-label={m.office_bookings_emergencies()}
          ref={leaveRoom}
          className="relative z-30 flex max-h-[40dvh] shrink-0 max-sm:max-h-52 flex-col overflow-y-auto border-signal max-xl:fixed max-xl:inset-x-0 max-xl:bottom-0 max-xl:border-t-2 xl:border-b-2"
        >
          <ul className="empty:hidden">
            {waiting.map((emergency) => (
              <Emergency key={emergency.id} emergency={emergency} onReassign={setReassigning} />
            ))}
          </ul>
          {dispatched.length > 0 && (
            <>
              <button
                type="button"
                aria-expanded={showsDispatched}
                onClick={() => setShowsDispatched(!showsDispatched)}
                className="flex min-h-9 items-center gap-2 bg-brass-soft px-4 text-start text-sm text-brass-text"
              >
                <ChevronRight
                  aria-hidden
                  className={classNames(
                    "size-4 shrink-0",
                    showsDispatched ? "rotate-90" : "rtl:-scale-x-100",
                  )}
                />
                <span className="shrink-0 font-semibold">
                  {m.office_bookings_emergency_dispatched_count({ count: dispatched.length })}
                </span>
                <span className="line-clamp-1">
                  {formatList(dispatched.map((emergency) => labelForStage(stageOf(emergency), emergency)))}
                </span>
              </button>
              {showsDispatched && (
                <ul>
                  {dispatched.map((emergency) => (
                    <Emergency key={emergency.id} emergency={emergency} onReassign={setReassigning} />
                  ))}
                </ul>
              )}
            </>
          )}
        </section>
      )}
      {reassigning && renderReassignment(reassigning, () => setReassigning(null))}
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
type Candidate = RunningEmergency["suggestions"][number];

function dueAt({ requestedAt }: Pick<RunningEmergency, "requestedAt">): number {
  return Date.parse(requestedAt) + EMERGENCY_ARRIVAL_MIN * 60_000;
}

function isOverdue(emergency: RunningEmergency, now: Date): boolean {
  return dueAt(emergency) < now.getTime();
}

interface EmergencyProps {
  emergency: RunningEmergency;
  onReassign: (request: ReassignmentRequest) => void;
}

/** On wide screens facts first, cut and shown in full on hover, with the pages below them; then the actions. */
function Emergency({ emergency, onReassign }: EmergencyProps) {
  const { id, reference, customerName, address, tradeName, message, acknowledgedAt } = emergency;
  const acknowledge = useAcknowledge();
  const dispatch = useDispatch();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const candidates = emergency.suggestions;
  const suggested = candidates.find((candidate) => candidate.id === chosenId) ?? candidates[0];
  const error = dispatch.error ?? acknowledge.error;
  const rings = acknowledgedAt === null;
  const stage = stageOf(emergency);
  const stageLabel = labelForStage(stage, emergency);
  const details = formatList(
    [tradeName, customerName, address].flatMap((part) => (part ? bidiIsolate(part) : [])),
  );
  const answers = stage === "ringing" || stage === "waiting" ? labelsForPaged(emergency) : [];
  return (
    <li
      className={classNames(
        "grid grid-cols-[auto_auto_1fr_auto] items-center gap-x-2.5 gap-y-1.5 px-4 py-1 text-sm lg:flex lg:flex-wrap lg:gap-x-3",
        stageClasses[stage],
      )}
    >
      <Siren aria-hidden className={classNames("size-5 shrink-0", rings && "motion-safe:animate-pulse")} />
      <Countdown requestedAt={emergency.requestedAt} />
      <span
        title={[stageLabel, reference, details, message, ...answers].filter(Boolean).join("\n")}
        className="max-lg:contents lg:min-w-0 lg:flex-1"
      >
        <span className="max-lg:contents lg:block lg:truncate">
          <span className="leading-tight font-semibold lg:me-2.5">{stageLabel}</span>
          <span className="leading-tight max-lg:col-span-full max-lg:truncate lg:me-2.5">{details}</span>
          {message && (
            <bdi className="leading-tight max-lg:col-span-full max-lg:truncate lg:me-2.5" dir="auto">
              {message}
            </bdi>
          )}
          <span className="figures max-lg:hidden">{reference}</span>
        </span>
        {answers.length > 0 && (
          <span className="max-lg:contents lg:block lg:truncate lg:text-xs">
            {answers.map((answer) => (
              <span key={answer} className="leading-tight max-lg:col-span-full max-lg:truncate lg:me-2.5">
                {answer}
              </span>
            ))}
          </span>
        )}
      </span>
      <span className="col-span-full flex min-w-0 flex-wrap items-center gap-2 empty:hidden lg:shrink-0 lg:flex-nowrap">
        {rings && (
          <Button
            size="small"
            tone="quiet"
            className="font-semibold max-sm:basis-full"
            disabled={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ id })}
            aria-label={m.office_bookings_emergency_acknowledge_one({ reference })}
          >
            {m.office_bookings_emergency_acknowledge()}
          </Button>
        )}
        {suggested && (
          <>
            <select
              aria-label={m.office_bookings_emergency_choose({ reference })}
              value={suggested.id}
              onChange={({ target }) => setChosenId(target.value)}
              className="h-9 min-w-0 grow basis-0 truncate rounded border border-control bg-surface px-2 text-xs text-ink lg:w-64 lg:grow-0 lg:basis-auto"
            >
              {candidates.map((candidate) => (
                <option key={candidate.id} value={candidate.id}>
                  {labelForCandidate(candidate)}
                </option>
              ))}
            </select>
            <Button
              size="small"
              tone="quiet"
              disabled={dispatch.isPending}
              aria-label={
                suggested.onCall
                  ? m.office_bookings_emergency_send_on_call({ name: bidiIsolate(suggested.name) })
                  : m.office_bookings_emergency_send_one({ name: bidiIsolate(suggested.name) })
              }
              onClick={() =>
                suggested.displacedVisitIds.length > 0
                  ? onReassign({ bookingId: id, reference, candidate: suggested })
                  : dispatch.mutate({ id, technicianId: suggested.id })
              }
            >
              {m.office_bookings_emergency_send()}
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
        aria-label={m.office_bookings_emergency_open_one({ reference })}
        {...tooltip(m.office_bookings_emergency_open_one({ reference }))}
        className={buttonClass(
          { size: "small", tone: "quiet" },
          "max-lg:col-start-4 max-lg:row-start-1 lg:shrink-0",
        )}
      >
        <ChevronRight aria-hidden className="rtl:-scale-x-100" />
      </Link>
      {error && (
        <p role="alert" className="col-span-full lg:basis-full">
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

function labelForStage(stage: Stage, { technicianName }: RunningEmergency): string {
  const name = bidiIsolate(technicianName ?? "");
  switch (stage) {
    case "ringing":
      return m.office_bookings_emergency_not_acknowledged();
    case "waiting":
      return m.office_bookings_emergency_not_sent();
    case "sent":
      return m.office_bookings_emergency_sent({ name });
    case "under-way":
      return m.office_bookings_emergency_under_way({ name });
  }
}

/** Steps of each page, then the technicians who cannot go; or that no page was sent. */
function labelsForPaged({ paged, lacksOnCall }: RunningEmergency): string[] {
  if (lacksOnCall) return [m.office_bookings_emergency_none_on_call()];
  const declined = paged.filter(({ declinedAt }) => declinedAt);
  const names = formatList(declined.map(({ name }) => bidiIsolate(name)));
  return [
    ...paged
      .filter(({ declinedAt }) => !declinedAt)
      .sort((a, b) => Number(b.isRinging) - Number(a.isRinging))
      .map((page) =>
        m.office_bookings_page({ name: bidiIsolate(page.name), steps: formatList(stepsOfPage(page)) }),
      ),
    ...(names ? [m.office_bookings_emergency_declined({ names })] : []),
  ];
}

/** "Omar Saleh, arrives 10:35 am, on call, 2 visits to move". */
function labelForCandidate({ name, onCall, offered, arrivesAt, displacedVisitIds }: Candidate): string {
  const count = displacedVisitIds.length;
  return formatList([
    bidiIsolate(name),
    m.office_bookings_emergency_arrives({ time: formatTime(arrivesAt, "time") }),
    ...(offered ? [m.office_bookings_emergency_offered()] : []),
    ...(onCall ? [m.office_bookings_emergency_on_call()] : []),
    ...(count > 0 ? [m.office_bookings_emergency_displaces({ count })] : []),
  ]);
}

function Countdown({ requestedAt }: { requestedAt: string }) {
  const now = useNow(1_000);
  const seconds = Math.floor((dueAt({ requestedAt }) - now.getTime()) / 1_000);
  const time = formatCountdown(Math.abs(seconds));
  return (
    <span className="figures font-semibold whitespace-nowrap">
      {seconds < 0 ? m.office_bookings_target_overdue({ time }) : m.office_bookings_target_left({ time })}
    </span>
  );
}
