import { useQuery } from "@tanstack/react-query";
import Bug from "lucide-react/icons/bug";
import { m } from "~/paraglide/messages";
import type { StateTone } from "~/platform/state-tone";
import { formatDay, formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { RecordDrawer } from "~/ui/overlay/drawer";
import { Fact, Section } from "~/ui/section";
import { Truncate } from "~/ui/truncate";
import { labelForDevice } from "../../../people/accounts/sign-in/device-name";
import { type ErrorFilter, errorQuery, errorsQuery, useReopenError, useResolveError } from "../admin-client";
import { type ClientErrorDetail, type ClientErrorGroup, errorStates } from "../views";
import { ResolutionForm, ResolutionHistory } from "./resolution";

const stateLabels: Record<ClientErrorGroup["state"], () => string> = {
  open: m.security_state_open,
  back: m.security_state_back,
  mended: m.security_state_mended,
};

const tones: Record<ClientErrorGroup["state"], StateTone> = {
  open: "waiting",
  back: "waiting",
  mended: "done",
};

const severities: Record<ClientErrorGroup["severity"], () => string> = {
  low: m.security_severity_low,
  medium: m.security_severity_medium,
  high: m.security_severity_high,
};

export const clientErrorList = officeList<ClientErrorGroup, ErrorFilter>({
  path: "/admin/activity/errors",
  title: m.activity_title,
  filters: [
    {
      kind: "search",
      name: "search",
      label: m.security_error_search,
      placeholder: m.security_error_search_placeholder,
    },
    {
      kind: "chips",
      name: "state",
      label: m.security_state,
      all: m.security_all,
      values: errorStates,
      labelOf: (state) => stateLabels[state as (typeof errorStates)[number]](),
    },
    {
      kind: "days",
      name: "from",
      label: m.security_last,
      from: m.admin_filters_from,
      until: "until",
      to: m.admin_filters_to,
    },
  ],
  useRows: pagedRows(errorsQuery, ({ errors }) => errors),
  layout: {
    columns: [
      {
        label: m.security_error_message,
        isLink: true,
        cellClass: "font-medium",
        card: "title",
        fullText: ({ message }) => message,
        cell: ({ message }) => message,
      },
      {
        label: m.security_error_location,
        width: "w-56",
        visibleFrom: "4xl",
        cellClass: "text-muted",
        card: "line",
        fullText: ({ location: place }) => place,
        cell: ({ location: place }) => place,
      },
      {
        label: m.security_error_page,
        width: "w-44",
        visibleFrom: "5xl",
        cellClass: "text-muted",
        fullText: ({ path }) => path,
        cell: ({ path }) => path,
      },
      {
        label: m.security_error_occurrences,
        width: "w-20",
        alignEnd: true,
        cellClass: "figures",
        card: "foot-end",
        cell: ({ occurrences }) => occurrences,
        onCard: ({ occurrences }) => m.security_error_seen({ count: occurrences }),
      },
      {
        label: m.security_last,
        width: "w-52",
        visibleFrom: "3xl",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ lastAt }) => formatTime(lastAt, "fullDateTime"),
      },
      { label: m.security_state, width: "w-32", card: "mark", cell: ({ state }) => <State state={state} /> },
    ],
  },
  empty: { Icon: Bug, title: m.security_error_empty_title, body: m.security_error_empty_body },
  noResults: () => ({ title: m.security_none_title, clear: m.security_clear }),
  Opened: ErrorDrawer,
});

function State({ state }: Pick<ClientErrorGroup, "state">) {
  return <Badge tone={tones[state]}>{stateLabels[state]()}</Badge>;
}

function ErrorDrawer({ id, closePath }: { id: string; closePath: string }) {
  const query = useQuery(errorQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={query}
      nameOf={(one) => one.message}
      headOf={(one) => (
        <>
          <h2 className="truncate text-base font-semibold">
            <Truncate>{one.message}</Truncate>
          </h2>
          <State state={one.state} />
        </>
      )}
      missing={m.security_error_missing()}
      failed={m.security_error_unread()}
    >
      {(one) => <Opened key={id} one={one} />}
    </RecordDrawer>
  );
}

function Opened({ one }: { one: ClientErrorDetail }) {
  const answer = useResolveError(one.id);
  const reopen = useReopenError(one.id);
  const {
    message,
    location: place,
    path,
    userAgent,
    severity,
    occurrences,
    firstAt,
    lastAt,
    stack,
    days,
    history,
  } = one;
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      <ResolutionForm
        open={one.state !== "mended"}
        label={m.security_fix()}
        textLabel={m.security_fix_comment()}
        answer={answer}
        reopen={reopen}
      />
      <p className="text-sm" dir="auto">
        {message}
      </p>
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={m.security_error_location()}>
          <bdi className="break-all">{place}</bdi>
        </Fact>
        <Fact name={m.security_error_page()}>
          <bdi className="break-all">{path}</bdi>
        </Fact>
        <Fact name={m.security_error_occurrences()}>{occurrences}</Fact>
        <Fact name={m.security_severity()}>{severities[severity]()}</Fact>
        <Fact name={m.security_first()}>{formatTime(firstAt, "fullDateTime")}</Fact>
        <Fact name={m.security_last()}>{formatTime(lastAt, "fullDateTime")}</Fact>
        {userAgent && (
          <Fact name={m.security_error_browser()}>
            <bdi>{userAgent}</bdi>
          </Fact>
        )}
      </dl>
      <ResolutionHistory history={history} />
      {stack && (
        <Section title={m.security_error_stack()}>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
            tabIndex={0}
            dir="ltr"
            className="relative max-h-64 overflow-auto rounded bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-all"
          >
            {stack}
          </pre>
        </Section>
      )}
      {days.length > 0 && (
        <Section title={m.security_error_days()}>
          <ul className="flex flex-col gap-2 text-sm">
            {days.map(({ day, occurrences, path, userAgent }) => (
              <li key={`${day} ${path} ${userAgent} ${occurrences}`}>
                <p className="figures flex items-baseline justify-between gap-3">
                  <span>{formatDay(day)}</span>
                  <span className="shrink-0 text-muted">{m.security_error_seen({ count: occurrences })}</span>
                </p>
                <p className="text-xs text-muted">
                  <bdi>{path}</bdi>
                  {userAgent && <span>{` · ${labelForDevice(userAgent)}`}</span>}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
