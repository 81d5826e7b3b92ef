import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import type { StateTone } from "~/platform/state-tone";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { LoadMoreButton } from "~/ui/list/load-more-button";
import { useVisiblePagesRef } from "~/ui/list/use-visible-pages";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Skeleton } from "~/ui/screen/skeleton";
import { deliveriesQuery, deliveryQuery, useReplay, useReplayFailed } from "../admin-client";
import type { DeliveryView } from "../views";

const states: Record<DeliveryView["state"], { tone: StateTone; label: () => string }> = {
  waiting: { tone: "waiting", label: m.webhooks_delivery_waiting },
  delivered: { tone: "done", label: m.webhooks_delivery_delivered },
  failed: { tone: "active", label: m.webhooks_delivery_failed },
  skipped: { tone: "neutral", label: m.webhooks_delivery_skipped },
};

const time = (at: string) => formatTime(at, "fullDateTime");

/** Deliveries of a webhook with their attempts. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const options = deliveriesQuery(webhookId);
  const found = useInfiniteQuery(options);
  const lengths = (found.data?.pages ?? []).map(({ deliveries }) => deliveries.length);
  const rows = useVisiblePagesRef(options.queryKey, lengths, found.refetch);
  const again = useReplayFailed(webhookId);
  const deliveries = found.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const failed = deliveries.filter(({ state }) => state === "failed");

  function sendFailedAgain() {
    // The whole log.
    const since = new Date(0).toISOString();
    const onSuccess = ({ count }: { count: number }) =>
      passingNotices.show({ title: m.webhooks_replayed_failed({ count }), tone: "success" });
    again.mutate({ since }, { onSuccess });
  }
  if (found.isPending) return <Skeleton className="h-16" />;
  return (
    <div className="flex flex-col gap-3 rounded border border-line bg-paper p-3">
      <ChangeRefused error={found.error ?? again.error} />
      {failed.length > 0 && (
        <Button
          size="small"
          tone="quiet"
          className="self-start"
          disabled={again.isPending}
          onClick={sendFailedAgain}
        >
          {m.webhooks_replay_failed()}
        </Button>
      )}
      {deliveries.length === 0 && !found.error && (
        <p className="text-sm text-muted">{m.webhooks_log_none()}</p>
      )}
      <ul ref={rows} className="flex flex-col">
        {deliveries.map((one) => (
          <Delivery key={one.id} webhookId={webhookId} of={one} />
        ))}
      </ul>
      <LoadMoreButton query={found}>{m.webhooks_log_more()}</LoadMoreButton>
    </div>
  );
}

function Delivery({
  webhookId,
  of: { id, event, state, status, createdAt, nextAttemptAt },
}: {
  webhookId: string;
  of: DeliveryView;
}) {
  const [open, setOpen] = useState(false);
  const { tone, label } = states[state];
  return (
    <li className="border-b border-line py-1 last:border-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-9 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-sm px-1 text-start text-sm hover:bg-brass-soft"
      >
        {/* Machine-readable name, not translated. */}
        <code lang="zxx" dir="ltr" className="min-w-40 text-xs">
          {event}
        </code>
        <Badge tone={tone}>{label()}</Badge>
        {status !== null && <span className="figures text-xs text-muted">{status}</span>}
        <span className="figures grow text-end text-xs text-muted">
          {state === "waiting" && nextAttemptAt && status !== null
            ? `${time(createdAt)} · ${m.webhooks_next_attempt({ time: time(nextAttemptAt) })}`
            : time(createdAt)}
        </span>
      </button>
      {open && <Opened webhookId={webhookId} id={id} />}
    </li>
  );
}

function Opened({ webhookId, id }: { webhookId: string; id: string }) {
  const { data, error } = useQuery(deliveryQuery(webhookId, id));
  const again = useReplay(webhookId);
  if (!data) return error ? <ChangeRefused error={error} /> : <Skeleton className="h-16" />;
  return (
    <div className="flex flex-col gap-3 px-1 py-2 text-sm">
      <div>
        <h3 className="text-xs font-medium text-muted">{m.webhooks_sent_body()}</h3>
        <pre dir="ltr" lang="zxx" className="rounded bg-sunken p-2 text-xs break-all whitespace-pre-wrap">
          {data.body}
        </pre>
      </div>
      <div>
        <h3 className="text-xs font-medium text-muted">{m.webhooks_attempts()}</h3>
        {data.state === "skipped" && <p className="text-xs text-muted">{m.webhooks_skipped()}</p>}
        {data.state === "waiting" && data.attempts.length === 0 && (
          <p className="text-xs text-muted">{m.webhooks_no_attempts()}</p>
        )}
        <ul className="flex flex-col gap-1">
          {data.attempts.map((one) => (
            <li key={one.at} className="figures text-xs">
              <span>
                {one.status === null
                  ? m.webhooks_attempt_error({
                      time: time(one.at),
                      error: one.error ?? "",
                      ms: String(one.tookMs),
                    })
                  : m.webhooks_attempt_answer({
                      time: time(one.at),
                      status: String(one.status),
                      ms: String(one.tookMs),
                    })}
              </span>
              {one.responseBody && (
                <pre dir="auto" className="mt-1 rounded bg-sunken p-2 text-xs break-all whitespace-pre-wrap">
                  {one.responseBody}
                </pre>
              )}
            </li>
          ))}
        </ul>
      </div>
      <ChangeRefused error={again.error} />
      <Button
        size="small"
        tone="quiet"
        className="self-start"
        disabled={again.isPending}
        onClick={() =>
          again.mutate(
            { deliveryId: id },
            { onSuccess: () => passingNotices.show({ title: m.webhooks_replayed(), tone: "success" }) },
          )
        }
      >
        {m.webhooks_replay()}
      </Button>
    </div>
  );
}
