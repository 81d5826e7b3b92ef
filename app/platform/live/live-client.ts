import type { Query, QueryClient } from "@tanstack/react-query";
import { ANY_TOPIC, type Topic } from "../events/events";
import { openLiveStream } from "./live-stream";
import { askForNewVersion } from "./new-version";

/**
 * `live`: changes arrive by themselves. `polling`: the stream is broken, everything shown is asked for again every
 * 15 seconds until it is back.
 */
export type LiveState = "live" | "polling";

const POLL_MS = 15_000;

declare module "@tanstack/react-query" {
  interface Register {
    /**
     * `alsoOf`: topics that make a query stale beside the one that its key starts with. `record`: it shows this record, and of its own
     * topic only what happens to it, or to others that it names, makes it stale.
     */
    queryMeta: { alsoOf?: readonly Topic[]; record?: string };
  }
}

/**
 * Keeps what is shown up to date: each topic of the server's stream asks again for the queries whose key starts with
 * it (`["booking", …]`), or whose `meta` names it; one record beside a list only where it was meant. `userId`: who is signed in. Returns the way to end it.
 */
export function followLive(
  queryClient: QueryClient,
  userId: string,
  onState: (state: LiveState) => void,
): () => void {
  let polling: ReturnType<typeof setInterval> | undefined;
  const askAgain = () => void queryClient.invalidateQueries({ predicate: isLive });

  const close = openLiveStream(userId, (news) => {
    switch (news.type) {
      case "opened":
        // It was broken: an upgrade ends the stream, too.
        if (polling !== undefined) void askForNewVersion();
        clearInterval(polling);
        polling = undefined;
        onState("live");
        return askAgain();
      case "broken":
        onState("polling");
        polling ??= setInterval(askAgain, POLL_MS);
        return;
      case "topic":
        return news.topic === ANY_TOPIC
          ? askAgain()
          : void queryClient.invalidateQueries({ predicate: isOf(news.topic, news.ids) });
    }
  });

  return () => {
    close();
    clearInterval(polling);
  };
}

/** Everything but who is signed in, which every refused call tells anyway. */
function isLive({ queryKey }: Query): boolean {
  return queryKey[0] !== "session";
}

/** `ids`: of the records that something happened to; none: any. */
function isOf(topic: string, ids: readonly string[] = []) {
  return ({ queryKey, meta, state }: Query) => {
    if (meta?.alsoOf?.some((also) => also === topic)) return true;
    if (queryKey[0] !== topic) return false;
    const { record } = meta ?? {};
    if (ids.length === 0 || !record || ids.includes(record)) return true;
    // What did not come yet, or failed, may name it.
    const shown = JSON.stringify(state.data);
    return state.status !== "success" || ids.some((id) => shown.includes(id));
  };
}
