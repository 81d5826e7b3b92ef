import type { UseQueryResult } from "@tanstack/react-query";
import CalendarSync from "lucide-react/icons/calendar-sync";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { toneDots } from "~/ui/badge";
import { classNames } from "~/ui/class-names";
import { labelForVisitState } from "../../../operations/bookings/labels";
import { markOfVisit } from "../../../operations/bookings/state-marks";
import type { WorkToday } from "../views";
import * as links from "./links";
import { Group, QueryState } from "./tile";

/** Today's visits by state, each linked to its bookings, and contract visits due this week. */
export function VisitsOfToday({ found }: { found: UseQueryResult<WorkToday> }) {
  return (
    <Group title={m.today_visits()}>
      <QueryState of={found} tiles={1}>
        {({ day, visits: { count, states }, contractVisits }) => (
          <div className="flex flex-col gap-3">
            <div className="flex flex-col gap-x-8 gap-y-3 rounded border border-line bg-surface px-4 py-3.5 @2xl:flex-row @2xl:items-center">
              <Link
                to={links.visitsOf(day)}
                aria-label={`${m.today_visits()}: ${count}`}
                className={classNames(
                  "figures rounded-sm text-xl font-semibold tracking-tight hover:underline",
                  count === 0 && "text-muted",
                )}
              >
                {count}
              </Link>
              {count === 0 ? (
                <p className="text-sm text-muted">{m.today_visits_none()}</p>
              ) : (
                <div className="flex min-w-0 grow flex-col gap-2.5">
                  <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
                    {states.map(({ state, count }) => (
                      <span
                        key={state}
                        className={toneDots[markOfVisit(state).tone]}
                        style={{ flexGrow: count }}
                      />
                    ))}
                  </div>
                  <ul className="-mx-2 flex flex-wrap gap-x-2">
                    {states.map(({ state, count }) => (
                      <li key={state}>
                        <Link
                          to={links.visitsIn(day, state)}
                          className="flex min-h-8 items-center gap-2 rounded-sm px-2 text-sm hover:bg-sunken"
                        >
                          <span
                            aria-hidden
                            className={classNames(
                              "size-2.5 shrink-0 rounded-full",
                              toneDots[markOfVisit(state).tone],
                            )}
                          />
                          <span className="text-muted">{labelForVisitState(state)}</span>
                          <span className="figures font-semibold">{count}</span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </div>
              )}
            </div>
            <Link
              to={links.contractVisits}
              className="flex min-h-11 items-center gap-2 rounded border border-line bg-surface px-4 py-2.5 text-sm hover:border-accent"
            >
              <CalendarSync aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="grow text-muted">{m.today_contract_visits()}</span>
              <span
                className={classNames(
                  "figures text-base font-semibold",
                  contractVisits === 0 && "text-muted",
                )}
              >
                {contractVisits}
              </span>
            </Link>
          </div>
        )}
      </QueryState>
    </Group>
  );
}
