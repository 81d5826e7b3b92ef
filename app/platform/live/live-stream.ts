/** `opened`: earlier changes are unknown. */
export type LiveMessage =
  | { type: "opened" }
  | { type: "broken" }
  | { type: "topic"; topic: string; ids?: readonly string[] };

/** A new tab sends `asked`, the leading tab `open`. */
type Message = LiveMessage | { type: "asked" } | { type: "open" };

const RECONNECT_MS = 5_000;

/**
 * Shares one connection among a user's tabs, because HTTP/1.1 allows six per server. The tab that holds the
 * lock forwards messages.
 */
export function openLiveStream(userId: string, onMessage: (message: LiveMessage) => void): () => void {
  const name = `live of ${userId}`;
  const otherTabs = new BroadcastChannel(name);
  const ended = new AbortController();
  let connected = false;
  let stopLeading: (() => void) | undefined;

  const deliver = (message: LiveMessage) => {
    connected = message.type === "opened" || (connected && message.type !== "broken");
    onMessage(message);
  };
  const post = (message: Message) => otherTabs.postMessage(message);

  otherTabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === "asked") {
      if (stopLeading && connected) post({ type: "open" });
    } else if (data.type === "open") {
      if (!connected) deliver({ type: "opened" });
    } else deliver(data);
  };
  post({ type: "asked" });

  function leadStream() {
    stopLeading = followServer((message) => {
      deliver(message);
      post(message);
    });
  }

  // Missing on pages served over plain HTTP.
  if (navigator.locks) {
    navigator.locks
      .request(name, { signal: ended.signal }, () => {
        if (ended.signal.aborted) return;
        leadStream();
        return new Promise<void>((release) => ended.signal.addEventListener("abort", () => release()));
      })
      .catch((error: unknown) => {
        if (!ended.signal.aborted) throw error;
      });
  } else leadStream();

  return () => {
    stopLeading?.();
    ended.abort();
    otherTabs.close();
  };
}

function followServer(onMessage: (message: LiveMessage) => void): () => void {
  let source: EventSource | null = null;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    source = new EventSource("/api/live");
    source.addEventListener("open", () => onMessage({ type: "opened" }));
    source.addEventListener("topic", ({ data }: MessageEvent<string>) => {
      const [topic = "", ...ids] = data.split(" ");
      onMessage({ type: "topic", topic, ids });
    });
    source.addEventListener("error", () => {
      onMessage({ type: "broken" });
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
