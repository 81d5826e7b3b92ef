import type { IncomingMessage, ServerResponse } from "node:http";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables";
import { log } from "../log.server";
import { addDays, dubaiDate, dubaiInstant } from "../time";
import { type StoredResponse, storeResponse } from "./stored-response.server";

/**
 * Cache of pages that are the same for all visitors, rendered once per content change and Dubai day. Changes
 * show at the next request in every process (docs/decisions/0010-page-cache.md).
 */
export interface PageCache {
  /**
   * Answers a GET or HEAD. `render` must not depend on the request and runs once for concurrent requests.
   * Caches only responses with `status`. Serves the previous version when rendering fails, and throws if
   * there is none. `forCdns`: false if other requests for the same address may get another response.
   */
  answer(
    key: string,
    request: Request,
    render: () => Promise<Response>,
    how?: { status?: 200 | 404; forCdns?: boolean },
  ): Promise<Response>;
  /**
   * Sends the page cached under exactly this address. Returns false without sending if none is current. Must
   * see every request of the process, because requests that may change content invalidate it.
   */
  send(request: IncomingMessage, answer: ServerResponse): boolean | Promise<boolean>;
  /** Caches a value read from the content until it changes. */
  read<Value>(key: string, read: () => Promise<Value>): Promise<Value>;
  /** True also for an outdated version. */
  has(key: string): boolean;
}

/** Many times the pages of the site. The least recently used page is evicted. */
const MAX_PAGES = 500;
/**
 * CDN lifetime. Without stale-while-revalidate, because browsers apply it too and would show an admin the
 * page from before the edit.
 */
const SHARED_SECONDS = 60;
const SHARED_ON_ERROR_SECONDS = 86_400;
/** Maximum time without asking the database, in case a notification was missed. */
const MAX_UNVERIFIED_MS = 1_000;
/** Timeout after which cached pages are served without asking the database. */
const DATABASE_TIMEOUT_MS = 300;

interface Page {
  /** Minimum content state that the page shows. */
  state: number;
  answer: StoredResponse;
}

/** `told`: number of notified content changes; null while notifications may be missed (`Live`). */
export function openPageCache(
  db: Kysely<Tables>,
  now: () => Date = () => new Date(),
  changeCount: () => number | null = () => null,
): PageCache {
  const content = trackContentState(db, now, changeCount);
  const pages = new Map<string, Page>();
  const values = new Map<string, { state: number; value: Promise<unknown> }>();
  const rendering = new Map<string, { state: number; answer: Promise<StoredResponse> }>();

  async function find(key: string, status: number, render: () => Promise<Response>): Promise<StoredResponse> {
    const state = await content.latest();
    const page = pages.get(key);
    if (page && page.state >= state) {
      keep(key, page);
      return page.answer;
    }
    let pending = rendering.get(key);
    if (!pending || pending.state < state) {
      const started = { state, answer: renderAnew(key, state, status, render) };
      rendering.set(key, started);
      const end = () => rendering.get(key) === started && rendering.delete(key);
      started.answer.then(end, end);
      pending = started;
    }
    return pending.answer;
  }

  async function renderAnew(
    key: string,
    state: number,
    status: number,
    render: () => Promise<Response>,
  ): Promise<StoredResponse> {
    const last = pages.get(key)?.answer;
    let response: Response;
    try {
      response = await render();
      if (response.status >= 500 && last) throw new Error(`Answered with ${response.status}`);
    } catch (error) {
      if (!last) throw error;
      log.error("A page could not be rendered; the previous version is served", { error, page: key });
      return last;
    }
    const headers = Object.fromEntries(response.headers);
    // Would reach all visitors.
    delete headers["set-cookie"];
    // Set per response.
    delete headers["cache-control"];
    const body = new Uint8Array(await response.arrayBuffer());
    const answer = storeResponse(body, headers, { status: response.status });
    const overtaken = (pages.get(key)?.state ?? state) > state;
    if (overtaken) return answer;
    if (response.status === status) keep(key, { state, answer });
    else if (response.status < 500) pages.delete(key);
    return answer;
  }

  /** Moves the page to the end of the eviction order. */
  function keep(key: string, page: Page): void {
    pages.delete(key);
    pages.set(key, page);
    if (pages.size > MAX_PAGES) pages.delete(pages.keys().next().value!);
  }

  function sendCached(
    state: number,
    key: string,
    request: IncomingMessage,
    answer: ServerResponse,
  ): boolean | Promise<boolean> {
    const page = pages.get(key);
    if (!page || page.state < state || page.answer.status !== 200) return false;
    keep(key, page);
    return page.answer.send(request, answer, publicHeaders());
  }

  function publicHeaders(): Record<string, string> {
    const seconds = Math.min(SHARED_SECONDS, content.secondsLeftOfDay());
    return {
      "Cache-Control": `public, max-age=0, s-maxage=${seconds}, stale-if-error=${SHARED_ON_ERROR_SECONDS}`,
    };
  }

  return {
    has: (key) => pages.has(key),
    async read<Value>(key: string, read: () => Promise<Value>) {
      const state = await content.latest();
      const last = values.get(key);
      if (last && last.state >= state) return last.value as Promise<Value>;
      const started = { state, value: read() };
      values.set(key, started);
      started.value.catch(() => {
        if (values.get(key) === started) values.delete(key);
      });
      return started.value;
    },
    async answer(key, request, render, { status = 200, forCdns = true } = {}) {
      const answer = await find(key, status, render);
      if (answer.status !== 200 || !forCdns) return answer.respond(request, { "Cache-Control": "no-store" });
      return answer.respond(request, publicHeaders());
    },
    send(request, answer) {
      const { method, url: key = "" } = request;
      if (method !== "GET" && method !== "HEAD") {
        content.mayChangeUntil(answer);
        return false;
      }
      if (!pages.has(key)) return false;
      // Signed-in users may have made the change in another process, which was notified before this one.
      const state = request.headers.cookie === undefined ? content.verifiedState() : null;
      if (state !== null) return sendCached(state, key, request, answer);
      return content.latest().then((latest) => sendCached(latest, key, request, answer));
    },
  };
}

/**
 * Counts content states: a new one at each change of a watched table (`watch_content`) and at each Dubai
 * midnight, because pages show dates and future prices.
 */
function trackContentState(db: Kysely<Tables>, now: () => Date, changeCount: () => number | null) {
  const query = sql<{
    version: number;
  }>`SELECT coalesce(sum(version), 0)::bigint AS version FROM content_changes`.compile(db);
  let state = 0;
  let version: number | undefined;
  let dayEndsAt = 0;
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let unreachable = false;
  /** Change count before the last read, and the end of its validity. */
  let verified = { countSigns: -1, until: 0 };
  /** Running and finished requests of this process that may change content without a notification yet. */
  const changing = { now: 0, ended: 0 };

  /** Grows with every sign of a change; null if changes may be missed. */
  function countSigns(): number | null {
    const changes = changing.now > 0 ? null : changeCount();
    return changes === null ? null : changes + changing.ended;
  }

  async function read(): Promise<void> {
    // Taken before the read, so that changes during it cause another read.
    const until = performance.now() + MAX_UNVERIFIED_MS;
    const before = countSigns();
    try {
      const { rows } = await withTimeout(DATABASE_TIMEOUT_MS, db.executeQuery(query));
      if (rows[0]?.version !== version) state++;
      version = rows[0]?.version;
      unreachable = false;
      if (before !== null) verified = { countSigns: before, until };
    } catch (error) {
      if (!unreachable) log.warn("The content version cannot be read; cached pages are served", { error });
      unreachable = true;
    }
  }

  return {
    /** State as of now or later. Callers that wait before a read starts share it. */
    async latest(): Promise<number> {
      next ??= reading.then(() => {
        next = null;
        reading = read();
        return reading;
      });
      if (!unreachable) await next;
      if (now().getTime() >= dayEndsAt) {
        dayEndsAt = dubaiInstant(addDays(dubaiDate(now()), 1), "00:00").getTime();
        state++;
      }
      return state;
    },
    /** Last read state if it is still certain; otherwise null. */
    verifiedState(): number | null {
      const isVerified =
        countSigns() === verified.countSigns &&
        performance.now() < verified.until &&
        now().getTime() < dayEndsAt;
      return isVerified ? state : null;
    },
    /** Forces a read until this request is answered, and once more afterwards. */
    mayChangeUntil(answer: ServerResponse): void {
      changing.now++;
      answer.once("close", () => {
        changing.now--;
        changing.ended++;
      });
    },
    secondsLeftOfDay(): number {
      return Math.max(0, Math.floor((dayEndsAt - now().getTime()) / 1000));
    },
  };
}

async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
