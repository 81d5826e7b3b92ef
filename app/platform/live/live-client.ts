import type { Query, QueryClient } from "@tanstack/react-query";
import { ANY_TOPIC, type Topic } from "../events/events";
import { openLiveStream } from "./live-stream";

/**
 * `live`: changes arrive by themselves. `polling`: the stream is broken, everything shown is asked for again every
 * 15 seconds until it is back.
 */
export type LiveState = "live" | "polling";

const POLL_MS = 15_000;

declare module "@tanstack/react-query" {
  interface Register {
    /** Topics that make a query stale beside the one that its key starts with. */
    queryMeta: { alsoOf?: readonly Topic[] };
  }
}

/**
 * Keeps what is shown up to date: each topic of the server's stream asks again for the queries whose key starts with
 * it (`["booking", …]`), or whose `meta` names it. `userId`: who is signed in. Returns the way to end it.
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
          : void queryClient.invalidateQueries({ predicate: isOf(news.topic) });
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

function isOf(topic: string) {
  return ({ queryKey, meta }: Query) =>
    queryKey[0] === topic || meta?.alsoOf?.some((also) => also === topic) === true;
}
