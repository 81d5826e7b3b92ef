/** What is heard of changes; `opened`: from now on, as what happened before is unknown. */
export type LiveNews =
  | { type: "opened" }
  | { type: "broken" }
  | { type: "topic"; topic: string; ids?: readonly string[] };

/** A page that has just come asks; whoever holds the stream tells that it is open. */
type Message = LiveNews | { type: "asked" } | { type: "open" };

const RECONNECT_MS = 5_000;

/**
 * Hears of changes, with one connection for all tabs of a browser: over HTTP/1.1 a browser opens only six to one server,
 * and streams would use them up. The tab that holds the lock has the stream and tells the others; when it is closed,
 * the next one opens its own. One person's tabs only: the stream is that of whoever opened it. Returns the way to end
 * it.
 */
export function openLiveStream(userId: string, hear: (news: LiveNews) => void): () => void {
  const name = `live of ${userId}`;
  const others = new BroadcastChannel(name);
  const ended = new AbortController();
  let connected = false;
  let stopLeading: (() => void) | undefined;

  const tell = (news: LiveNews) => {
    connected = news.type === "opened" || (connected && news.type !== "broken");
    hear(news);
  };
  const post = (message: Message) => others.postMessage(message);

  others.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === "asked") {
      if (stopLeading && connected) post({ type: "open" });
    } else if (data.type === "open") {
      if (!connected) tell({ type: "opened" });
    } else tell(data);
  };
  post({ type: "asked" });

  function lead() {
    stopLeading = followServer((news) => {
      tell(news);
      post(news);
    });
  }

  // Only pages that came over HTTPS, or from this machine, have locks.
  if (navigator.locks) {
    navigator.locks
      .request(name, { signal: ended.signal }, () => {
        // Granted in the very moment in which it was given up.
        if (ended.signal.aborted) return;
        lead();
        return new Promise<void>((release) => ended.signal.addEventListener("abort", () => release()));
      })
      .catch((error: unknown) => {
        if (!ended.signal.aborted) throw error;
      });
  } else lead();

  return () => {
    stopLeading?.();
    ended.abort();
    others.close();
  };
}

function followServer(tell: (news: LiveNews) => void): () => void {
  let source: EventSource | null = null;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    source = new EventSource("/api/live");
    source.addEventListener("open", () => tell({ type: "opened" }));
    source.addEventListener("topic", ({ data }: MessageEvent<string>) => {
      const [topic = "", ...ids] = data.split(" ");
      tell({ type: "topic", topic, ids });
    });
    source.addEventListener("error", () => {
      tell({ type: "broken" });
      // The browser tries again by itself after a broken connection, but not after an answer like 503.
      if (source?.readyState === EventSource.CLOSED) reconnecting = setTimeout(connect, RECONNECT_MS);
    });
  }
  connect();

  return () => {
    source?.close();
    clearTimeout(reconnecting);
  };
}
