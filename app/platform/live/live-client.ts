import type { Query, QueryClient } from "@tanstack/react-query";
import { checkForNewVersion } from "../browser/page-version";
import { ANY_TOPIC, type Topic } from "../events/events";
import { openLiveStream } from "./live-stream";

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

  const close = openLiveStream(userId, (message) => {
    switch (message.type) {
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
        return message.topic === ANY_TOPIC
          ? refetchMoney()
          : void queryClient.invalidateQueries({ predicate: matchesTopic(message.topic, message.ids) });
    }
  });

  return () => {
    close();
    clearInterval(polling);
  };
}

/** Excludes the session, whose end any refused call reveals. */
function isLive({ queryKey }: Query): boolean {
  return queryKey[0] !== "session";
}

/** Empty `ids` mean any record. */
function matchesTopic(topic: string, ids: readonly string[] = []) {
  return ({ queryKey, meta, state }: Query) => {
    if (meta?.alsoOf?.some((also) => also === topic)) return true;
    if (queryKey[0] !== topic) return false;
    const { record } = meta ?? {};
    if (ids.length === 0 || !record || ids.includes(record)) return true;
    const data = JSON.stringify(state.data);
    return state.status !== "success" || ids.some((id) => data.includes(id));
  };
}
