/** `opened`: earlier changes are unknown. */
export type LiveMessage =
  | { type: "opened" }
  | { type: "broken" }
  | { type: "topic"; topic: string; ids?: readonly string[] };

/** A new tab sends `asked`, the leading tab `open`. */
type Message = LiveMessage | { type: "asked" } | { type: "open" };

const RECONNECT_MS = 5_000;

/**
 * One connection for all tabs of a user, because HTTP/1.1 allows only six per server. The tab that holds the
 * lock forwards messages.
 */
export function openLiveStream(userId: string, onMessage: (news: LiveMessage) => void): () => void {
  const name = `live of ${userId}`;
  const others = new BroadcastChannel(name);
  const ended = new AbortController();
  let connected = false;
  let stopLeading: (() => void) | undefined;

  const deliver = (news: LiveMessage) => {
    connected = news.type === "opened" || (connected && news.type !== "broken");
    onMessage(news);
  };
  const post = (message: Message) => others.postMessage(message);

  others.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === "asked") {
      if (stopLeading && connected) post({ type: "open" });
    } else if (data.type === "open") {
      if (!connected) deliver({ type: "opened" });
    } else deliver(data);
  };
  post({ type: "asked" });

  function ownStream() {
    stopLeading = followServer((news) => {
      deliver(news);
      post(news);
    });
  }

  // Missing on pages served over plain HTTP.
  if (navigator.locks) {
    navigator.locks
      .request(name, { signal: ended.signal }, () => {
        if (ended.signal.aborted) return;
        ownStream();
        return new Promise<void>((release) => ended.signal.addEventListener("abort", () => release()));
      })
      .catch((error: unknown) => {
        if (!ended.signal.aborted) throw error;
      });
  } else ownStream();

  return () => {
    stopLeading?.();
    ended.abort();
    others.close();
  };
}

function followServer(tell: (news: LiveMessage) => void): () => void {
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
      // Browsers do not reconnect after a response such as 503.
      if (source?.readyState === EventSource.CLOSED) reconnecting = setTimeout(connect, RECONNECT_MS);
    });
  }
  connect();

  return () => {
    source?.close();
    clearTimeout(reconnecting);
  };
}
