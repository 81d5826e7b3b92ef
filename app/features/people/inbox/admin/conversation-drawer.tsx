import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatPhone } from "~/platform/text/phone";
import { addDays, dubaiDate, dubaiInstant, formatTime, weekdayOf } from "~/platform/time";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { controlClass } from "~/ui/form/field";
import { ActionMenu } from "~/ui/overlay/action-menu";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { RecordDrawer, RecordHead } from "~/ui/overlay/drawer";
import { Truncate } from "~/ui/truncate";
import type { ConversationDetail } from "../views";
import { ConversationState } from "./conversation-state";
import { ConversationThread } from "./conversation-thread";
import { conversationQuery, inbox, useAssign, useChangeState } from "./inbox-client";
import { NameCustomer } from "./name-customer";
import { ReplyBox } from "./reply-box";

/** One conversation beside the list: who it is with, its messages, and the reply. */
export function ConversationDrawer({ id, closePath }: { id: string; closePath: string }) {
  const query = useQuery(conversationQuery(id));
  const mayReply = useMay("customers.manage");
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={query}
      nameOf={({ name }) => name}
      headOf={(conversation) => (
        <RecordHead
          title={<Truncate>{conversation.name}</Truncate>}
          detail={<Contact conversation={conversation} />}
        >
          <ConversationState row={conversation} />
        </RecordHead>
      )}
      footerOf={(conversation) => mayReply && <ReplyBox key={conversation.id} conversation={conversation} />}
      missing={m.inbox_missing()}
      failed={m.inbox_failed()}
    >
      {(conversation) => <Opened key={conversation.id} conversation={conversation} mayReply={mayReply} />}
    </RecordDrawer>
  );
}

function Contact({ conversation: { phone, email } }: { conversation: ConversationDetail }) {
  return (
    <span className="flex gap-3">
      {phone && <span className="shrink-0">{formatPhone(phone)}</span>}
      {email && <bdi className="truncate">{email}</bdi>}
    </span>
  );
}

function Opened({ conversation, mayReply }: { conversation: ConversationDetail; mayReply: boolean }) {
  const { id, unreadCount } = conversation;
  useEffect(() => {
    if (mayReply && unreadCount > 0) void inbox.send("/admin/inbox/{id}/opened", { id });
  }, [id, mayReply, unreadCount]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      {mayReply && <Handling conversation={conversation} />}
      {conversation.customerId === null && <NameCustomer conversation={conversation} mayName={mayReply} />}
      <ConversationThread conversation={conversation} />
    </div>
  );
}

/** Assignee, snoozing and closing. */
function Handling({ conversation }: { conversation: ConversationDetail }) {
  const { id, version, state, assignee, colleagues, customerId } = conversation;
  const menu = useRef<HTMLButtonElement>(null);
  const assign = useAssign();
  const change = useChangeState();
  const isPending = assign.isPending || change.isPending;
  const snooze = (until: Date) =>
    change.mutate({ id, version, state: "snoozed", until: until.toISOString() });
  // A former colleague stays visible as the assignee.
  const choices = [
    ...colleagues,
    ...(assignee && !colleagues.some((one) => one.id === assignee.id) ? [assignee] : []),
  ];
  return (
    <div className="flex flex-col gap-2 border-b border-line px-4 py-2 lg:px-5">
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={m.inbox_assignee()}
          className={classNames(
            controlClass,
            "select-arrow min-h-9! min-w-0 grow basis-36 truncate py-1! pe-10 text-sm!",
          )}
          value={assignee?.id ?? ""}
          disabled={isPending}
          onChange={({ target }) => assign.mutate({ id, version, assigneeId: target.value || null })}
        >
          <option value="">{m.inbox_unassigned()}</option>
          {choices.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
        {state === "open" ? (
          <Button
            tone="quiet"
            size="small"
            disabled={isPending}
            onClick={() => change.mutate({ id, version, state: "closed", until: null })}
          >
            {m.inbox_close()}
          </Button>
        ) : (
          <Button
            tone="quiet"
            size="small"
            disabled={isPending}
            onClick={() => change.mutate({ id, version, state: "open", until: null })}
          >
            {m.inbox_reopen()}
          </Button>
        )}
        <ActionMenu
          label={m.inbox_snooze()}
          trigger={menu}
          actions={snoozeTimes(new Date()).map((until) => ({
            label: m.inbox_snooze_until({ time: formatTime(until, "dateTime") }),
            disabled: isPending,
            run: () => snooze(until),
          }))}
        />
        {customerId && (
          <Link
            to={`/admin/customers/${customerId}`}
            className="inline-flex min-h-9 items-center px-1 text-sm text-link hover:underline"
          >
            {m.inbox_open_customer()}
          </Link>
        )}
      </div>
      <ChangeRefused error={assign.error ?? change.error} />
    </div>
  );
}

const LATER_HOURS = 3;
const MORNING = "08:00";
const MONDAY = 1;

/** Later today, tomorrow morning, and the morning of the next Monday. */
function snoozeTimes(now: Date): Date[] {
  const today = dubaiDate(now);
  const days = [1, 2, 3, 4, 5, 6, 7].map((ahead) => addDays(today, ahead));
  const monday = days.find((day) => weekdayOf(day) === MONDAY)!;
  const later = new Date(now);
  later.setUTCHours(now.getUTCHours() + LATER_HOURS, 0, 0, 0);
  const mornings = new Set([days[0]!, monday]);
  return [later, ...[...mornings].map((day) => dubaiInstant(day, MORNING))];
}
