import { useQuery } from "@tanstack/react-query";
import Inbox from "lucide-react/icons/inbox";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { topicClient } from "~/platform/browser/topic-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ContactActions } from "~/ui/contact-actions";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { RecordDrawer } from "~/ui/overlay/drawer";
import { Fact, Section } from "~/ui/section";
import { Truncate } from "~/ui/truncate";
import type { inboxApi } from "../api.server";
import {
  availableInboxTransitions,
  type InboxDetail,
  type InboxFilter,
  type InboxItem,
  type InboxTransition,
  type ItemState,
  itemStates,
} from "../inbox";

const inbox = topicClient<typeof inboxApi>("inbox");
/** New items arrive with the events of these topics. */
const meta = { alsoOf: ["contact", "contract"] } as const;

export const inboxList = officeList<InboxItem, InboxFilter>({
  path: "/admin/inbox",
  title: m.inbox_title,
  filters: [
    { kind: "search", name: "search", label: m.inbox_search, placeholder: m.inbox_search_placeholder },
    {
      kind: "chips",
      name: "state",
      label: m.inbox_state,
      all: m.inbox_all,
      values: itemStates,
      labelOf: (state) => stateLabels[state as ItemState](),
    },
  ],
  useRows: pagedRows(
    (filter: InboxFilter) => ({ ...inbox.pages("/admin/inbox", filter), meta }),
    ({ items }) => items,
  ),
  layout: {
    columns: [
      {
        label: m.inbox_col_name,
        isLink: true,
        cellClass: "font-medium",
        card: "title",
        cell: ({ name }) => name,
      },
      {
        label: m.inbox_reference,
        width: "w-40",
        visibleFrom: "4xl",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ reference }) => reference,
      },
      {
        label: m.inbox_col_about,
        cellClass: "text-muted",
        card: "line",
        fullText: ({ message }) => message,
        cell: aboutOf,
      },
      {
        label: m.inbox_col_received,
        width: "w-46",
        visibleFrom: "3xl",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ receivedAt }) => formatTime(receivedAt, "dateTime"),
      },
      { label: m.inbox_state, width: "w-44", card: "mark", cell: (item) => <State item={item} /> },
    ],
  },
  empty: { Icon: Inbox, title: m.inbox_empty_title, body: m.inbox_empty_body },
  noResults: () => ({ title: m.inbox_none_title, clear: m.inbox_clear }),
  Opened: InboxDrawer,
});

function InboxDrawer({ id, closePath }: { id: string; closePath: string }) {
  const query = useQuery(inbox.query("/admin/inbox/{id}", { id }));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={query}
      nameOf={(item) => item.name}
      headOf={(item) => (
        <>
          <h2 className="truncate text-base font-semibold">
            <Truncate>{item.name}</Truncate>
          </h2>
          <State item={item} />
        </>
      )}
      missing={m.inbox_missing()}
      failed={m.inbox_failed()}
    >
      {(item) => <Opened key={item.id} item={item} />}
    </RecordDrawer>
  );
}

function Opened({ item }: { item: InboxDetail }) {
  const { id, version } = item;
  const mayMove = useMay("customers.manage");
  const change = inbox.useChange("/admin/inbox/{id}/transitions", (answer, queryClient) =>
    queryClient.setQueryData(inbox.query("/admin/inbox/{id}", { id }).queryKey, answer),
  );
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      {mayMove && (
        <div className="flex flex-wrap gap-2">
          {availableInboxTransitions(item.state).map((transition) => (
            <Button
              key={transition}
              size="small"
              tone={transition === "reopen" ? "plain" : undefined}
              disabled={change.isPending}
              onClick={() => change.mutate({ id, transition, version })}
            >
              {transitionLabels[transition]()}
            </Button>
          ))}
        </div>
      )}
      <ChangeRefused error={change.error} />
      <p className="whitespace-pre-line" dir="auto">
        {item.message || m.inbox_no_message()}
      </p>
      <div className="flex flex-wrap gap-2">
        <ContactActions
          phone={item.phone}
          email={item.email}
          whatsappText={m.inbox_hello({ name: bidiIsolate(item.name) })}
        />
      </div>
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={m.inbox_reference()}>
          {item.kind === "contract" ? (
            <Link to={`/admin/contracts/${item.id}`} className="text-link hover:underline">
              {item.reference}
            </Link>
          ) : (
            item.reference
          )}
        </Fact>
        {item.packageName && <Fact name={m.inbox_package()}>{item.packageName}</Fact>}
        {item.address && (
          <Fact name={m.inbox_address()}>
            <bdi>{item.address}</bdi>
          </Fact>
        )}
        {item.phone && <Fact name={m.inbox_phone()}>{formatPhone(item.phone)}</Fact>}
        <Fact name={m.inbox_email()}>{item.email}</Fact>
        <Fact name={m.inbox_col_received()}>{formatTime(item.receivedAt, "dateTime")}</Fact>
      </dl>
      {item.history.length > 0 && (
        <Section title={m.inbox_history()}>
          <ul className="flex flex-col gap-1 text-sm">
            {item.history.map(({ id, transition, actorName, at }) => (
              <li key={id} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0">
                  {historyLabels[transition]({
                    name: actorName ? bidiIsolate(actorName) : m.inbox_unknown_user(),
                  })}
                </span>
                <time dateTime={at} className="figures shrink-0 text-xs text-muted">
                  {formatTime(at, "dateTime")}
                </time>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

function State({ item: { state, actorName } }: { item: InboxItem }) {
  const tone = ({ open: "waiting", "in-progress": "active", answered: "done" } as const)[state];
  return (
    <Badge tone={tone} className="max-w-48">
      <span className="min-w-0 truncate">
        {state === "in-progress" && actorName
          ? m.inbox_state_assigned_to({ name: bidiIsolate(actorName) })
          : stateLabels[state]()}
      </span>
    </Badge>
  );
}

function aboutOf({ kind, packageName, message }: InboxItem): string {
  return kind === "contract" ? m.inbox_about_contract({ name: bidiIsolate(packageName ?? "") }) : message;
}

const stateLabels: Record<ItemState, () => string> = {
  open: m.inbox_state_open,
  "in-progress": m.inbox_state_in_progress,
  answered: m.inbox_state_answered,
};

const transitionLabels: Record<InboxTransition, () => string> = {
  takeOn: m.inbox_assign_to_me,
  answer: m.inbox_answer,
  reopen: m.inbox_reopen,
};

const historyLabels: Record<InboxTransition, (by: { name: string }) => string> = {
  takeOn: m.inbox_history_assigned,
  answer: m.inbox_history_answered,
  reopen: m.inbox_history_reopened,
};
