import type { QueryClient } from "@tanstack/react-query";

/**
 * `live`: changes arrive by themselves. `polling`: the stream is broken, everything shown is asked for again every
 * 15 seconds until it is back.
 */
export type LiveState = "live" | "polling";

const POLL_MS = 15_000;
const RECONNECT_MS = 5_000;

/**
 * Keeps what is shown up to date: each topic of the server's stream asks again for the queries whose key starts with
 * it (`["bookings", …]`). Returns the way to end it.
 */
export function followLive(queryClient: QueryClient, onState: (state: LiveState) => void): () => void {
  let source: EventSource | null = null;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;

  function connect() {
    source = new EventSource("/api/live");
    source.addEventListener("open", () => {
      clearInterval(polling);
      polling = undefined;
      onState("live");
      // What happened while it was broken is unknown, and so it is of what was read before it was open.
      void queryClient.invalidateQueries({ predicate: isLive });
    });
    source.addEventListener("topic", ({ data }) => {
      void queryClient.invalidateQueries({ queryKey: [data] });
    });
    source.addEventListener("error", () => {
      onState("polling");
      polling ??= setInterval(() => void queryClient.invalidateQueries({ predicate: isLive }), POLL_MS);
      // The browser tries again by itself after a broken connection, but not after an answer like 503.
      if (source?.readyState === EventSource.CLOSED) reconnecting = setTimeout(connect, RECONNECT_MS);
    });
  }
  connect();

  return () => {
    source?.close();
    clearTimeout(reconnecting);
    clearInterval(polling);
  };
}

/** Everything but who is signed in, which every refused call tells anyway. */
function isLive({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== "session";
}
