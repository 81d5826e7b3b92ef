import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { topicClient } from "~/platform/browser/topic-client";
import { leftToRight, perLocale } from "~/platform/locale/locale";
import { labelForChannel } from "~/platform/messaging/labels";
import { groupPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { ChannelIcon } from "~/ui/channel-icon";
import { LoadMoreButton } from "~/ui/list/load-more-button";
import { Section } from "~/ui/section";
import { Truncate } from "~/ui/truncate";
import type { notificationsApi } from "../api.server";
import type { SentMessage, SentMessageList } from "../views";
import { MessageStateBadge } from "./message-state-badge";

export const messages = topicClient<typeof notificationsApi>("mail");

/** Messages shown before the list is opened. */
export const FOLDED = 4;

export function QuoteMessages({ quote: { id } }: { quote: { id: string } }) {
  return <Messages list={useInfiniteQuery(messages.pages("/admin/quotes/{id}/messages", { id }))} />;
}

export function InvoiceMessages({ invoice: { id } }: { invoice: { id: string } }) {
  return <Messages list={useInfiniteQuery(messages.pages("/admin/invoices/{id}/messages", { id }))} />;
}

interface MessagesProps {
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<SentMessageList>>,
    "data" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "isError"
  >;
}

/** Messages about a record on all channels: recipient, state and cost. */
function Messages({ list }: MessagesProps) {
  const { data, isError } = list;
  const [isOpen, setOpen] = useState(false);
  const all = data?.pages.flatMap((page) => page.messages) ?? [];
  if (!data && !isError) return null;
  return (
    <Section title={m.mail_messages()}>
      {isError && <p className="text-sm text-muted">{m.mail_messages_failed()}</p>}
      {data && all.length === 0 && <p className="text-sm text-muted">{m.mail_messages_none()}</p>}
      <ul className="flex flex-col text-sm">
        {(isOpen ? all : all.slice(0, FOLDED)).map((message) => (
          <SentMessageItem key={message.id} message={message} />
        ))}
      </ul>
      {!isOpen && all.length > FOLDED && (
        <Button size="small" tone="plain" className="mt-1" onClick={() => setOpen(true)}>
          {m.mail_messages_all()}
        </Button>
      )}
      {isOpen && (
        <LoadMoreButton query={list} className="mt-1">
          {m.mail_messages_older()}
        </LoadMoreButton>
      )}
    </Section>
  );
}

/** Subject, state, recipient and cost. */
export function SentMessageItem({ message }: { message: SentMessage }) {
  const { channel, title, recipient, state, reason, at, cost } = message;
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 last:border-b-0">
      <ChannelIcon channel={channel} className="mt-0.5 size-4" />
      <div className="min-w-0 grow">
        <p className="flex items-start justify-between gap-3">
          <span className="min-w-0 font-medium">
            <Truncate>{title || labelForChannel(channel)}</Truncate>
          </span>
          <MessageStateBadge state={state} />
        </p>
        <p className="figures flex flex-wrap gap-x-3 text-xs text-muted">
          <bdi className="truncate">
            {recipient.startsWith("+") ? leftToRight(groupPhone(recipient)) : recipient}
          </bdi>
          <time dateTime={at}>{formatTime(at, "dateTime")}</time>
          {cost && <span>{formatCost(cost)}</span>}
        </p>
        {reason && (
          <p dir="auto" className="text-xs text-brass-text">
            {reason}
          </p>
        )}
      </div>
    </li>
  );
}

const moneyFormats = perLocale((intl) => {
  const formats = new Map<string, Intl.NumberFormat>();
  return (currency: string) => {
    const format =
      formats.get(currency) ??
      new Intl.NumberFormat(intl, {
        ...{ style: "currency", currency, currencyDisplay: "code" },
        maximumFractionDigits: 4,
      });
    formats.set(currency, format);
    return format;
  };
});

/** Prices of single messages are fractions of a cent, such as "USD 0.0075". */
function formatCost({ micros, currency }: NonNullable<SentMessage["cost"]>): string {
  return moneyFormats()(currency).format(micros / 1_000_000);
}
