import Inbox from "lucide-react/icons/inbox";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatRelativeTime } from "~/platform/relative-time";
import { Badge } from "~/ui/badge";
import { classNames } from "~/ui/class-names";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { inboxViews } from "../conversation";
import { channelLabels, viewLabels } from "../labels";
import type { InboxFilter } from "../queries.server";
import type { ConversationRow } from "../views";
import { ConversationDrawer } from "./conversation-drawer";
import { ConversationState } from "./conversation-state";
import { conversationsQuery } from "./inbox-client";

export const inboxList = officeList<ConversationRow, InboxFilter>({
  path: "/admin/inbox",
  title: m.inbox_title,
  filters: [
    { kind: "search", name: "search", label: m.inbox_search, placeholder: m.inbox_search_placeholder },
    {
      kind: "chips",
      name: "view",
      label: m.inbox_state,
      all: m.inbox_all,
      values: inboxViews,
      labelOf: (view) => viewLabels[view as keyof typeof viewLabels](),
      always: ["open", "mine", "unassigned"],
    },
  ],
  useRows: pagedRows(
    conversationsQuery,
    ({ conversations }) => conversations,
    ({ counts }) => counts,
  ),
  layout: {
    columns: [
      {
        label: m.inbox_col_name,
        isLink: true,
        card: "title",
        width: "w-48",
        cell: ({ name, unreadCount }) => (
          <bdi className={unreadCount > 0 ? "font-semibold" : "font-medium"}>{name}</bdi>
        ),
      },
      {
        label: m.inbox_col_message,
        card: "line",
        fullText: previewOf,
        cell: (row) => (
          <span className={classNames("flex", row.unreadCount > 0 ? "font-medium" : "text-muted")}>
            <Preview of={row} />
          </span>
        ),
      },
      {
        label: m.inbox_unread,
        width: "w-32",
        visibleFrom: "4xl",
        isPresent: ({ unreadCount }) => unreadCount > 0,
        card: "mark",
        cell: (row) => <Unread count={row.unreadCount} />,
      },
      {
        label: m.inbox_assignee,
        width: "w-40",
        visibleFrom: "66rem",
        isPresent: ({ assignee }) => assignee !== null,
        cellClass: "text-muted",
        card: "foot-end",
        cell: ({ assignee }) => assignee?.name ?? "",
      },
      {
        label: m.inbox_col_latest,
        width: "w-48",
        visibleFrom: "40rem",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ lastMessageAt }, now) => formatRelativeTime(lastMessageAt, now),
      },
      {
        label: m.inbox_state,
        width: "w-44",
        visibleFrom: "5xl",
        isPresent: ({ state }) => state !== "open",
        card: "mark",
        cell: (row) => row.state !== "open" && <ConversationState row={row} />,
      },
    ],
  },
  empty: { Icon: Inbox, title: m.inbox_empty_title, body: m.inbox_empty_body },
  noResults: () => ({ title: m.inbox_none_title, clear: m.inbox_clear }),
  Opened: ConversationDrawer,
});

/** The message is an element of its own, so that a message of the other direction is cut at its end. */
function Preview({ of: row }: { of: ConversationRow }) {
  const [before, after] = previewWith(row, TEXT).split(TEXT);
  return (
    <>
      <span className="whitespace-pre">{before}</span>
      {after !== undefined && <bdi className="min-w-0 truncate">{textOf(row)}</bdi>}
      {after && <span className="whitespace-pre">{after}</span>}
    </>
  );
}

const TEXT = "\0";

function previewOf(row: ConversationRow): string {
  return previewWith(row, bidiIsolate(textOf(row)));
}

function textOf({ latest }: ConversationRow): string {
  return latest?.text.replace(/\s+/g, " ") || m.inbox_preview_without_text();
}

/** "You: Tomorrow at 10 suits us", "Form: Do you work in Sharjah?" */
function previewWith({ latest }: ConversationRow, text: string): string {
  if (!latest) return "";
  if (latest.channel === "contract" && latest.text === "") return channelLabels.contract();
  if (latest.isAutomatic) return m.inbox_preview_automatic({ text });
  if (latest.direction === "sent") return m.inbox_preview_sent({ text });
  if (latest.direction === "note") return m.inbox_preview_note({ text });
  return m.inbox_preview_received({ channel: channelLabels[latest.channel ?? "form"](), text });
}

function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return <Badge tone="waiting">{m.inbox_unread_count({ count })}</Badge>;
}
