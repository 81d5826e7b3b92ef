import type { UseQueryResult } from "@tanstack/react-query";
import CirclePause from "lucide-react/icons/circle-pause";
import Inbox from "lucide-react/icons/inbox";
import RefreshCwOff from "lucide-react/icons/refresh-cw-off";
import ShieldAlert from "lucide-react/icons/shield-alert";
import Siren from "lucide-react/icons/siren";
import UserRoundX from "lucide-react/icons/user-round-x";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatList } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { formatCountdown, formatMinutes } from "~/ui/hooks/duration";
import { useNow } from "~/ui/hooks/use-now";
import type { WorkToday } from "../views";
import * as links from "./links";
import { Group, Notice, QueryState, Tile, Tiles } from "./tile";

/** Requests, emergencies and unassigned work. */
export function WaitingTiles({ found, now }: { found: UseQueryResult<WorkToday>; now: Date }) {
  return (
    <Group title={m.today_now()}>
      {found.data && found.data.fullHoldDays.length > 0 && (
        <Notice Icon={ShieldAlert}>
          <span>
            {m.today_full_hold_days({
              days: formatList(found.data.fullHoldDays.map((day) => formatDay(day))),
            })}
          </span>{" "}
          <Link to={links.requests} className="font-medium underline">
            {m.today_full_hold_days_see()}
          </Link>
        </Notice>
      )}
      {found.data && found.data.holdsDue > 0 && (
        <Notice Icon={CirclePause}>
          <span>{m.today_holds_due({ count: found.data.holdsDue })}</span>{" "}
          <Link to={links.holdsDue} className="font-medium underline">
            {m.today_holds_due_see()}
          </Link>
        </Notice>
      )}
      {found.data && found.data.stuckRecurringBookings.length > 0 && (
        <Notice Icon={RefreshCwOff}>
          <p>{m.today_recurring_stuck()}</p>
          <ul className="mt-1 flex flex-wrap gap-x-4">
            {found.data.stuckRecurringBookings.map(({ bookingId, reference }) => (
              <li key={bookingId}>
                <Link
                  to={links.booking(bookingId)}
                  className="figures inline-flex min-h-6 items-center font-medium underline"
                >
                  {reference}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Tiles>
        <QueryState of={found}>
          {({ requests, emergencies, unassigned }) => (
            <>
              <Tile
                to={links.requests}
                label={m.today_requests()}
                Icon={Inbox}
                value={requests.count}
                quiet={requests.count === 0}
              >
                {requests.oldestAt ? (
                  <RequestAge oldestAt={requests.oldestAt} dueAt={requests.dueAt} now={now} />
                ) : (
                  m.today_requests_none()
                )}
              </Tile>
              <Tile
                to={links.emergencies}
                label={m.today_emergencies()}
                Icon={Siren}
                value={emergencies.count}
                urgent={emergencies.count > 0}
                quiet
              >
                {emergencies.dueAt ? <Countdown dueAt={emergencies.dueAt} /> : m.today_emergencies_none()}
              </Tile>
              <Tile
                to={links.unassigned}
                label={m.today_unassigned()}
                Icon={UserRoundX}
                value={unassigned}
                quiet={unassigned === 0}
              >
                {unassigned > 0 ? m.today_unassigned_some() : m.today_unassigned_none()}
              </Tile>
            </>
          )}
        </QueryState>
      </Tiles>
    </Group>
  );
}

/** Minutes before a response target from which it is highlighted, as in the list. */
const SOON_MIN = 30;

/** Age of the oldest request and time left of the nearest response target. */
function RequestAge({ oldestAt, dueAt, now }: { oldestAt: string; dueAt: string | null; now: Date }) {
  const minutesTo = (instant: string) => Math.floor((Date.parse(instant) - now.getTime()) / 60_000);
  const left = dueAt ? minutesTo(dueAt) : null;
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{m.today_requests_oldest({ time: formatMinutes(-minutesTo(oldestAt)) })}</span>
      {left !== null && (
        <span
          className={classNames(
            "font-medium",
            left < 0 ? "text-error" : left <= SOON_MIN ? "text-brass-text" : "",
          )}
        >
          {left < 0
            ? m.today_target_missed({ time: formatMinutes(-left) })
            : m.today_target_left({ time: formatMinutes(left) })}
        </span>
      )}
    </span>
  );
}

/** Shows seconds, because two hours pass quickly. */
function Countdown({ dueAt }: { dueAt: string }) {
  const now = useNow(1_000);
  const seconds = Math.floor((Date.parse(dueAt) - now.getTime()) / 1_000);
  const time = formatCountdown(Math.abs(seconds));
  return (
    <span className="font-semibold">
      {seconds < 0 ? m.today_arrival_missed({ time }) : m.today_arrival_left({ time })}
    </span>
  );
}
