import { useQuery } from "@tanstack/react-query";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { RecordDrawer } from "~/ui/overlay/drawer";
import { Fact, Section } from "~/ui/section";
import { Truncate } from "~/ui/truncate";
import { labelForDevice } from "../../../people/accounts/sign-in/device-name";
import { type CaseFilter, caseQuery, casesQuery, useReopenCase, useResolveCase } from "../admin-client";
import { caseStates, type SecurityCase, type SecurityCaseDetail } from "../views";
import { ResolutionForm, ResolutionHistory } from "./resolution";

const stateLabels: Record<(typeof caseStates)[number], () => string> = {
  open: m.security_state_open,
  suspicious: m.security_state_suspicious,
  "dealt-with": m.security_state_dealt_with,
};

export const securityCaseList = officeList<SecurityCase, CaseFilter>({
  path: "/admin/activity/security",
  title: m.activity_title,
  filters: [
    {
      kind: "search",
      name: "search",
      label: m.security_search,
      placeholder: m.security_search_placeholder,
    },
    {
      kind: "chips",
      name: "state",
      label: m.security_state,
      all: m.security_all,
      values: caseStates,
      labelOf: (state) => stateLabels[state as (typeof caseStates)[number]](),
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
  useRows: pagedRows(casesQuery, ({ cases }) => cases),
  layout: {
    columns: [
      {
        label: m.security_subject,
        isLink: true,
        cellClass: "font-medium",
        card: "title",
        fullText: sourceOf,
        cell: (securityCase) => <bdi>{sourceOf(securityCase)}</bdi>,
      },
      { label: m.security_event, cellClass: "figures", card: "line", fullText: summaryOf, cell: summaryOf },
      {
        label: m.security_from,
        width: "w-44",
        visibleFrom: "5xl",
        cellClass: "figures text-muted",
        cell: ({ address }) => address,
      },
      {
        label: m.security_last,
        width: "w-52",
        visibleFrom: "3xl",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ lastAt }) => formatTime(lastAt, "fullDateTime"),
      },
      {
        label: m.security_state,
        width: "w-40",
        card: "mark",
        cell: (securityCase) => <State of={securityCase} />,
      },
    ],
  },
  isUrgent: (securityCase) => securityCase.open && isSuspicious(securityCase),
  empty: { Icon: ShieldCheck, title: m.security_empty_title, body: m.security_empty_body },
  noResults: () => ({ title: m.security_none_title, clear: m.security_clear }),
  Opened: CaseDrawer,
});

/** Reports of browsers never count as suspicious, because anyone can send them. */
function isSuspicious({ matchedRules, reportedByBrowser }: SecurityCase): boolean {
  return matchedRules.length > 0 && !reportedByBrowser;
}

function sourceOf({ account, address }: SecurityCase): string {
  return account?.name || account?.email || address || m.security_subject_unknown();
}

function summaryOf({ authFailures, rateLimits, reportedByBrowser }: SecurityCase): string {
  return [
    authFailures > 0 && m.security_failures({ count: authFailures }),
    rateLimits > 0 && m.security_limits({ count: rateLimits }),
    reportedByBrowser && m.security_reported_by_browser(),
  ]
    .filter(Boolean)
    .join(" · ");
}

function State({ of: securityCase }: { of: SecurityCase }) {
  if (!securityCase.open) return <Badge tone="done">{m.security_state_dealt_with()}</Badge>;
  if (isSuspicious(securityCase))
    return (
      <Badge tone="waiting" Icon={ShieldAlert}>
        {m.security_state_suspicious()}
      </Badge>
    );
  return <Badge tone="waiting">{m.security_state_open()}</Badge>;
}

function CaseDrawer({ id, closePath }: { id: string; closePath: string }) {
  const query = useQuery(caseQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={query}
      nameOf={sourceOf}
      headOf={(securityCase) => (
        <>
          <h2 className="truncate text-base font-semibold">
            <Truncate>{sourceOf(securityCase)}</Truncate>
          </h2>
          <State of={securityCase} />
        </>
      )}
      missing={m.security_missing()}
      failed={m.security_unread()}
    >
      {(securityCase) => <Opened key={id} securityCase={securityCase} />}
    </RecordDrawer>
  );
}

const rules: Record<SecurityCase["matchedRules"][number], () => string> = {
  "many-failures": m.security_rule_failures,
  "many-limits": m.security_rule_limits,
};

const eventLabels: Record<SecurityCaseDetail["events"][number]["type"], () => string> = {
  auth_failure: m.security_type_failure,
  rate_limit: m.security_type_limit,
  suspicious_activity: m.security_type_suspicious,
};

function Opened({ securityCase }: { securityCase: SecurityCaseDetail }) {
  const answer = useResolveCase(securityCase.id);
  const reopen = useReopenCase(securityCase.id);
  const { account, address, matchedRules, reportedByBrowser, firstAt, lastAt, events, history } =
    securityCase;
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      <ResolutionForm
        open={securityCase.open}
        label={m.security_resolve()}
        textLabel={m.security_comment()}
        answer={answer}
        reopen={reopen}
      />
      {reportedByBrowser && (
        <p className="rounded bg-sunken px-3 py-2 text-sm text-muted">
          {m.security_reported_by_browser_hint()}
        </p>
      )}
      <dl className="flex flex-col gap-1.5 text-sm">
        {matchedRules.length > 0 && (
          <Fact name={m.security_rule()}>{matchedRules.map((rule) => rules[rule]()).join("; ")}</Fact>
        )}
        <Fact name={m.security_event()}>{summaryOf(securityCase)}</Fact>
        {account && (
          <Fact name={m.security_account()}>
            <bdi>{account.email}</bdi>
          </Fact>
        )}
        {address && <Fact name={m.security_from()}>{address}</Fact>}
        <Fact name={m.security_first()}>{formatTime(firstAt, "fullDateTime")}</Fact>
        <Fact name={m.security_last()}>{formatTime(lastAt, "fullDateTime")}</Fact>
      </dl>
      <ResolutionHistory history={history} />
      {events.length > 0 && (
        <Section title={m.security_events()}>
          <ul className="flex flex-col gap-3 text-sm">
            {events.map(({ id, type, message, at, address, userAgent }) => (
              <li key={id}>
                <p className="flex items-baseline justify-between gap-3">
                  <span className="font-medium">{eventLabels[type]()}</span>
                  <time dateTime={at} className="figures shrink-0 text-xs text-muted">
                    {formatTime(at, "fullDateTime")}
                  </time>
                </p>
                <p dir="auto">{message}</p>
                <p className="figures text-xs text-muted">
                  {[address, userAgent && labelForDevice(userAgent)].filter(Boolean).join(" · ")}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
