import type { Query, QueryClient } from "@tanstack/react-query";
import { ANY_TOPIC, type Topic } from "../events/events";
import { openLiveStream } from "./live-stream";
import { checkForNewVersion } from "./new-version";

/** `polling`: the stream is broken and all queries are refetched every 15 seconds. */
export type LiveState = "live" | "polling";

const POLL_MS = 15_000;

declare module "@tanstack/react-query" {
  interface Register {
    /**
     * `alsoOf`: further topics. `record`: only events of this record, or of records in the data, make the
     * query stale.
     */
    queryMeta: { alsoOf?: readonly Topic[]; record?: string };
  }
}

/** Refetches queries by the topic at their key's start (`["booking", …]`) or in `meta`. */
export function subscribeToLiveUpdates(
  queryClient: QueryClient,
  userId: string,
  onState: (state: LiveState) => void,
): () => void {
  let polling: ReturnType<typeof setInterval> | undefined;
  const refetchMoney = () => void queryClient.invalidateQueries({ predicate: isLive });

  const close = openLiveStream(userId, (news) => {
    switch (news.type) {
      case "opened":
        // A reconnect may follow an upgrade.
        if (polling !== undefined) void checkForNewVersion();
        clearInterval(polling);
        polling = undefined;
        onState("live");
        return refetchMoney();
      case "broken":
        onState("polling");
        polling ??= setInterval(refetchMoney, POLL_MS);
        return;
      case "topic":
        return news.topic === ANY_TOPIC
          ? refetchMoney()
          : void queryClient.invalidateQueries({ predicate: isOf(news.topic, news.ids) });
    }
  });

  return () => {
    close();
    clearInterval(polling);
  };
}

/** Any refused call reveals the session's end. */
function isLive({ queryKey }: Query): boolean {
  return queryKey[0] !== "session";
}

/** Empty `ids` mean any record. */
function isOf(topic: string, ids: readonly string[] = []) {
  return ({ queryKey, meta, state }: Query) => {
    if (meta?.alsoOf?.some((also) => also === topic)) return true;
    if (queryKey[0] !== topic) return false;
    const { record } = meta ?? {};
    if (ids.length === 0 || !record || ids.includes(record)) return true;
    const shown = JSON.stringify(state.data);
    return state.status !== "success" || ids.some((id) => shown.includes(id));
  };
}
