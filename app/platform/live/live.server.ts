import pg from "pg";
import { ANY_TOPIC, topicOf } from "../events/events";
import { log } from "../log.server";

/**
 * Tells this process what happened in any process: one connection listens to the channel `events`, on which each
 * committed event is announced by its type. Topics are all that is told, never data: a listener asks again for what
 * it may see.
 */
export interface Live {
  /**
   * Calls back with a topic (`booking`) whenever something of it happened, and the id of the record where one is known; with ANY_TOPIC after the connection was lost
   * for a while, as what happened meanwhile is unknown. `userId`: only what happens to this person's own records; null:
   * everything. Returns the way to end it.
   */
  subscribe(userId: string | null, callback: (topic: string, id?: string) => void): () => void;
  /**
   * Calls back when a session with one of these ids ended, or when a person with one of them may more or less than before;
   * and after the connection was lost for a while, as either may have happened. Returns the way to end it.
   */
  onAccessChange(ids: readonly string[], callback: () => void): () => void;
  /**
   * How often it was told so far that the content of public pages has changed, in any process; counted on where that may have been
   * missed. Null while nothing is told, as the connection is lost.
   */
  contentChanges(): number | null;
  /** How many wait in this process for changes of the access of this session or person. */
  watchersOf(id: string): number;
  /** Called once when the live connections must end. */
  onClose(callback: () => void): () => void;
  /** Ends every live page connection and stops listening. May be called twice. */
  close(): Promise<void>;
}

const EVENTS = "events";
/** Ids of sessions and people, announced by the database (db/migrations/0002-auth.sql). */
const ACCESS = "access";
/** Told by the trigger of `watch_content` (db/migrations/0001-platform.sql). */
const CONTENT = "content";
/** In the place of an owner's id (db/migrations/0003-events.sql). */
const EVERYBODY = "-";
const PROBE_MS = 15_000;
const ANSWER_MS = 5_000;
/** A connection that died without a word says no goodbye. */
const GOODBYE_MS = 1_000;
const RECONNECT_MS = { first: 250, max: 10_000 };

interface Subscription {
  userId: string | null;
  callback: (topic: string, id?: string) => void;
}

/**
 * Listens on a connection of its own beside the pool's, with the same settings. Throws when the database cannot be
 * reached at first; later losses are mended with growing pauses.
 */
export async function openLive(pool: pg.Pool): Promise<Live> {
  const subscriptions = new Set<Subscription>();
  const watchers = new Set<{ ids: readonly string[]; callback: () => void }>();
  const closeCallbacks = new Set<() => void>();
  let client: pg.Client | null = null;
  let listening = false;
  let contentChanges = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function tell(subscription: Subscription, topic: string, id?: string): void {
    try {
      subscription.callback(topic, id);
    } catch (error) {
      log.error("A live subscriber failed", { error, topic });
    }
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...pool.options, keepAlive: true, query_timeout: ANSWER_MS });
    // Without a listener an error would end the process.
    next.on("error", (error) => lose(next, error));
    next.on("end", () => lose(next, new Error("The connection ended")));
    next.on("notification", ({ channel, payload = "" }) => {
      if (channel === CONTENT) {
        contentChanges++;
        return;
      }
      if (channel === ACCESS) {
        for (const { ids, callback } of [...watchers]) if (ids.includes(payload)) callback();
        return;
      }
      // Announced twice where a record has an owner: to all, and with the owner's id behind it.
      const [type = "", owner = EVERYBODY, id] = payload.split(" ");
      const ownerId = owner === EVERYBODY ? null : owner;
      for (const subscription of subscriptions) {
        if (subscription.userId === ownerId) tell(subscription, topicOf(type), id || undefined);
      }
    });
    client = next;
    try {
      await next.connect();
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
    probeLater(next);
  }

  /** A connection that died without a word is found out only by asking it something. */
  function probeLater(of: pg.Client): void {
    timer = setTimeout(async () => {
      try {
        await of.query("SELECT 1");
        if (client === of) probeLater(of);
      } catch (error) {
        lose(of, error);
      }
    }, PROBE_MS);
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

  function lose(of: pg.Client, error: unknown): void {
    if (client !== of || closed) return;
    clearTimeout(timer);
    drop(of);
    log.warn("Live connection to the database lost", { error });
    reconnectLater(RECONNECT_MS.first);
  }

  function reconnectLater(pause: number): void {
    timer = setTimeout(async () => {
      try {
        await connect();
        log.info("Live connection to the database is back");
        for (const subscription of subscriptions) tell(subscription, ANY_TOPIC);
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
    watchersOf(id) {
      return [...watchers].filter(({ ids }) => ids.includes(id)).length;
    },
    onClose(callback) {
      // A page that connects while the process is stopping.
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
  const timer = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

const HEARTBEAT_MS = 25_000;
/** Many events within this time become one message a topic: each makes the page ask again. */
const GATHER_MS = 100;
/** Of more records than these a message tells the topic alone. */
const MAX_RECORDS = 20;
const RETRY_MS = 3_000;
/** Then the browser connects again, and is asked who it is: nothing tells of a session that runs out. */
const MAX_STREAM_MS = 60 * 60_000;
/** A reader this many messages behind is gone or stuck; its browser connects again by itself. */
const MAX_BACKLOG = 100;

/**
 * A stream of server-sent events (`event: topic`, `data: booking`, or with the ids of its records behind it) that lives until the browser or the process ends it, or
 * until access changes of `listener`, the ids of the session and the person who listen: their browser then connects again, if
 * it still may. Who may listen is the caller's to check. `userId`: only of this person's own records.
 */
export function liveResponse(live: Live, userId: string | null, listener: readonly string[] = []): Response {
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
      // nginx would otherwise hold messages back until its buffer is full.
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
  /** The records of each topic; null: all of them may have changed. */
  const gathered = new Map<string, Set<string> | null>();
  let gathering: NodeJS.Timeout | undefined;

  function send(text: string): void {
    if ((controller.desiredSize ?? 0) < -MAX_BACKLOG) end();
    else controller.enqueue(encoder.encode(text));
  }
  const unsubscribe = live.subscribe(userId, (topic, id) => {
    const records = gathered.has(topic) ? gathered.get(topic)! : new Set<string>();
    gathered.set(topic, records && id && records.size < MAX_RECORDS ? records.add(id) : null);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const told = [...gathered].map(([topic, ids]) => [topic, ...(ids ?? [])].join(" "));
      send(told.map((data) => `event: topic\ndata: ${data}\n\n`).join(""));
      gathered.clear();
    }, GATHER_MS);
  });
  // Proxies cut a silent connection, and a dead one shows only when it is written to.
  const heartbeat = setInterval(() => send(":\n\n"), HEARTBEAT_MS);
  const longest = setTimeout(end, MAX_STREAM_MS);
  const forget = live.onClose(end);
  const unwatch = live.onAccessChange(listener, end);

  function stop(): void {
    unsubscribe();
    unwatch();
    forget();
    clearInterval(heartbeat);
    clearTimeout(longest);
    clearTimeout(gathering);
  }
  function end(): void {
    stop();
    controller.close();
  }
  send(`retry: ${RETRY_MS}\n\n`);
  return stop;
}
