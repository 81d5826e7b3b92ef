import type pg from "pg";
import { DatabaseClient, type DatabaseClientConfig } from "../database/database-client.server";
import { ANY_TOPIC, topicOf } from "../events/events";
import { log } from "../log.server";

/**
 * Committed events of all processes, received by LISTEN. Subscribers get topics and refetch what they may
 * read. Transactions write notices to a table, and one of the listening processes announces them in batches,
 * because NOTIFY in each transaction would delay all commits (docs/decisions/0103-live-notices.md).
 */
export interface Live {
  /** Reports ANY_TOPIC after a lost connection. `userId`: only this person's records; null: all. */
  subscribe(userId: string | null, callback: (topic: string, id?: string) => void): () => void;
  /** Session or person ids. Also called after a lost connection. */
  onAccessChange(ids: readonly string[], callback: () => void): () => void;
  /** Also incremented when a notification may have been missed. Null while the connection is lost. */
  contentChanges(): number | null;
  countAccessWatchers(id: string): number;
  /** Open event streams of this process. */
  countStreams(): number;
  onClose(callback: () => void): () => void;
  close(): Promise<void>;
}

const EVENTS = "events";
const ACCESS = "access";
/** Notified by the triggers of `watch_content`. */
const CONTENT = "content";
const NO_OWNER = "-";
const ANNOUNCE_MS = 200;
const NOTICES_AT_ONCE = 1_000;
const ANSWER_MS = 5_000;
const CONNECT_MS = 10_000;
/** Timeout, because half-open connections never confirm their end. */
const CLOSE_MS = 1_000;
const RECONNECT_MS = { first: 250, max: 10_000 };

/** The transaction sends equal notices once. Concurrent processes skip each other's rows. */
const ANNOUNCE = `WITH taken AS (
    DELETE FROM live_notices
    WHERE id = any(array(SELECT id FROM live_notices LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING payload
  )
  SELECT count(*)::integer AS taken, count(pg_notify('${EVENTS}', payload)) AS sent FROM taken`;

interface Subscription {
  userId: string | null;
  callback: (topic: string, id?: string) => void;
}

/** `direct`: the server itself, because poolers do not pass on notifications. */
export async function openLive({ direct }: { direct: DatabaseClientConfig }): Promise<Live> {
  const subscriptions = new Set<Subscription>();
  const watchers = new Set<{ ids: readonly string[]; callback: () => void }>();
  const closeCallbacks = new Set<() => void>();
  let client: pg.Client | null = null;
  let listening = false;
  let contentChanges = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function notify(subscription: Subscription, topic: string, id?: string): void {
    try {
      subscription.callback(topic, id);
    } catch (error) {
      log.error("live-subscriber-failed", "A live subscriber failed", { error, topic });
    }
  }

  async function connect(): Promise<void> {
    const next = new DatabaseClient({
      ...direct,
      application_name: "live",
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      query_timeout: ANSWER_MS,
    });
    // Without a listener an error would end the process.
    next.on("error", (error) => handleLoss(next, error));
    next.on("end", () => handleLoss(next, new Error("The connection ended")));
    next.on("notification", ({ channel, payload = "" }) => {
      if (channel === CONTENT) {
        contentChanges++;
        return;
      }
      if (channel === ACCESS) {
        for (const { ids, callback } of [...watchers]) if (ids.includes(payload)) callback();
        return;
      }
      // A record with an owner sends two notifications: one for the office and one for the owner.
      const [type = "", owner = NO_OWNER, id] = payload.split(" ");
      const ownerId = owner === NO_OWNER ? null : owner;
      for (const subscription of subscriptions) {
        if (subscription.userId === ownerId) notify(subscription, topicOf(type), id || undefined);
      }
    });
    client = next;
    try {
      await next.connect();
      // Notices are not logged, so their removal needs no flush to disk either.
      await next.query("SET synchronous_commit = off");
      await next.query(`LISTEN ${CONTENT}`);
      await next.query(`LISTEN ${ACCESS}`);
      await next.query(`LISTEN ${EVENTS}`);
    } catch (error) {
      drop(next);
      throw error;
    }
    if (closed) return drop(next);
    listening = true;
    contentChanges++;
    announceLater(next);
  }

  /** Announces committed notices. Its query also reveals half-open connections. */
  function announceLater(of: pg.Client, pauseMs = ANNOUNCE_MS): void {
    timer = setTimeout(async () => {
      try {
        const { rows } = await of.query<{ taken: number }>(ANNOUNCE, [NOTICES_AT_ONCE]);
        const isMoreWaiting = rows[0]?.taken === NOTICES_AT_ONCE;
        if (client === of) announceLater(of, isMoreWaiting ? 0 : ANNOUNCE_MS);
      } catch (error) {
        handleLoss(of, error);
      }
    }, pauseMs);
    timer.unref();
  }

  function drop(of: pg.Client): void {
    if (client === of) {
      client = null;
      listening = false;
    }
    of.removeAllListeners();
    of.on("error", () => {});
    void end(of);
  }

  function handleLoss(of: pg.Client, error: unknown): void {
    if (client !== of || closed) return;
    clearTimeout(timer);
    drop(of);
    log.warn("live-connection-lost", "Live connection to the database lost", { error });
    reconnectLater(RECONNECT_MS.first);
  }

  function reconnectLater(pause: number): void {
    timer = setTimeout(async () => {
      try {
        await connect();
        log.info("live-connection-restored", "Live connection to the database is back");
        for (const subscription of subscriptions) notify(subscription, ANY_TOPIC);
        for (const { callback } of [...watchers]) callback();
      } catch {
        if (!closed) reconnectLater(Math.min(pause * 2, RECONNECT_MS.max));
      }
    }, pause);
    timer.unref();
  }

  await connect();

  return {
    subscribe(userId, callback) {
      const subscription = { userId, callback };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
    onAccessChange(ids, callback) {
      const watcher = { ids, callback };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    contentChanges: () => (listening ? contentChanges : null),
    countAccessWatchers(id) {
      return [...watchers].filter(({ ids }) => ids.includes(id)).length;
    },
    countStreams: () => watchers.size,
    onClose(callback) {
      if (closed) queueMicrotask(callback);
      closeCallbacks.add(callback);
      return () => closeCallbacks.delete(callback);
    },
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(timer);
      for (const callback of [...closeCallbacks]) callback();
      subscriptions.clear();
      watchers.clear();
      const last = client;
      client = null;
      listening = false;
      last?.removeAllListeners();
      last?.on("error", () => {});
      if (last) await end(last);
    },
  };
}

async function end(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), CLOSE_MS);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

const HEARTBEAT_MS = 25_000;
/** Each message causes refetches. */
const BATCH_MS = 100;
/** Messages about more records name only the topic. */
const MAX_RECORDS = 20;
const RETRY_MS = 3_000;
/** Forces a session check, because an expiring session is not notified. */
const MAX_STREAM_MS = 60 * 60_000;
/** Messages that a slow client may lag behind. */
const MAX_BACKLOG = 100;

export function createLiveResponse(
  live: Live,
  userId: string | null,
  listener: readonly string[] = [],
): Response {
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      stop = sendTopics(live, userId, listener, controller);
    },
    cancel() {
      stop();
    },
  });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

function sendTopics(
  live: Live,
  userId: string | null,
  listener: readonly string[],
  controller: ReadableStreamDefaultController<Uint8Array>,
): () => void {
  const encoder = new TextEncoder();
  const batch = new Map<string, Set<string> | null>();
  let batchTimer: NodeJS.Timeout | undefined;

  function send(text: string): void {
    if ((controller.desiredSize ?? 0) < -MAX_BACKLOG) end();
    else controller.enqueue(encoder.encode(text));
  }
  const unsubscribe = live.subscribe(userId, (topic, id) => {
    const records = batch.has(topic) ? batch.get(topic)! : new Set<string>();
    batch.set(topic, records && id && records.size < MAX_RECORDS ? records.add(id) : null);
    batchTimer ??= setTimeout(() => {
      batchTimer = undefined;
      const topics = [...batch].map(([topic, ids]) => [topic, ...(ids ?? [])].join(" "));
      send(topics.map((data) => `event: topic\ndata: ${data}\n\n`).join(""));
      batch.clear();
    }, BATCH_MS);
  });
  // Proxies cut silent connections.
  const heartbeat = setInterval(() => send(":\n\n"), HEARTBEAT_MS);
  const longest = setTimeout(end, MAX_STREAM_MS);
  const removeCloseCallback = live.onClose(end);
  const unwatch = live.onAccessChange(listener, end);

  function stop(): void {
    unsubscribe();
    unwatch();
    removeCloseCallback();
    clearInterval(heartbeat);
    clearTimeout(longest);
    clearTimeout(batchTimer);
  }
  function end(): void {
    stop();
    controller.close();
  }
  send(`retry: ${RETRY_MS}\n\n`);
  return stop;
}
