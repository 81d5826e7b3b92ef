import type { IncomingMessage, ServerResponse } from "node:http";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables";
import { log } from "../log.server";
import { storedPageResponses } from "../metrics/metrics.server";
import { addDays, dubaiDate, dubaiInstant } from "../time";
import { withTimeout } from "../with-timeout.server";
import { type StoredResponse, storeResponse } from "./stored-response.server";

/** Rendered once per content change and Dubai day (docs/decisions/0010-page-cache.md). */
export interface PageCache {
  /**
   * `render` must not depend on the request. Serves the previous version if it fails. `forCdns`: false if the
   * address has other responses, too.
   */
  answer(
    key: string,
    request: Request,
    render: () => Promise<Response>,
    how?: { status?: 200 | 404; forCdns?: boolean },
  ): Promise<Response>;
  /** False if no current page is cached. Must see every request, because some change content. */
  send(request: IncomingMessage, answer: ServerResponse): boolean | Promise<boolean>;
  read<Value>(key: string, read: () => Promise<Value>): Promise<Value>;
  has(key: string): boolean;
}

const MAX_PAGES = 500;
/** Without stale-while-revalidate, which would show an admin the page from before the edit. */
const SHARED_SECONDS = 60;
const SHARED_ON_ERROR_SECONDS = 86_400;
/** In case a notification was missed. */
const MAX_UNVERIFIED_MS = 1_000;
/** Cached pages are served after this. */
const DATABASE_TIMEOUT_MS = 300;

interface Page {
  state: number;
  answer: StoredResponse;
}

/** `changeCount`: null while notifications may be missed (`Live`). */
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
      store(key, page);
      return page.answer;
    }
    let pending = rendering.get(key);
    if (!pending || pending.state < state) {
      const started = { state, answer: renderPage(key, state, status, render) };
      rendering.set(key, started);
      const end = () => rendering.get(key) === started && rendering.delete(key);
      started.answer.then(end, end);
      pending = started;
    }
    return pending.answer;
  }

  async function renderPage(
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
      log.error("page-cache-stale", "A page could not be rendered; the previous version is served", {
        error,
        page: key,
      });
      return last;
    }
    const headers = Object.fromEntries(response.headers);
    delete headers["set-cookie"];
    delete headers["cache-control"];
    const body = new Uint8Array(await response.arrayBuffer());
    const answer = storeResponse(body, headers, { status: response.status });
    const overtaken = (pages.get(key)?.state ?? state) > state;
    if (overtaken) return answer;
    if (response.status === status) store(key, { state, answer });
    else if (response.status < 500) pages.delete(key);
    return answer;
  }

  function store(key: string, page: Page): void {
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
    store(key, page);
    storedPageResponses.inc();
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
      // Signed-in users may have made a change in another process.
      const state = request.headers.cookie === undefined ? content.verifiedState() : null;
      if (state !== null) return sendCached(state, key, request, answer);
      return content.latest().then((latest) => sendCached(latest, key, request, answer));
    },
  };
}

/**
 * Increments the state per change of a watched table and per Dubai midnight, because pages show dates and
 * future prices.
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
  let verified = { countSigns: -1, until: 0 };
  /** Requests of this process that may change content. */
  const changing = { now: 0, ended: 0 };

  /** Null if changes may be missed. */
  function countPossibleChanges(): number | null {
    const changes = changing.now > 0 ? null : changeCount();
    return changes === null ? null : changes + changing.ended;
  }

  async function read(): Promise<void> {
    const until = performance.now() + MAX_UNVERIFIED_MS;
    const before = countPossibleChanges();
    try {
      const { rows } = await withTimeout(db.executeQuery(query), DATABASE_TIMEOUT_MS);
      if (rows[0]?.version !== version) state++;
      version = rows[0]?.version;
      unreachable = false;
      if (before !== null) verified = { countSigns: before, until };
    } catch (error) {
      if (!unreachable)
        log.warn(
          "content-version-unreadable",
          "The content version cannot be read; cached pages are served",
          { error },
        );
      unreachable = true;
    }
  }

  return {
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
    /** Null if it is uncertain. */
    verifiedState(): number | null {
      const isVerified =
        countPossibleChanges() === verified.countSigns &&
        performance.now() < verified.until &&
        now().getTime() < dayEndsAt;
      return isVerified ? state : null;
    },
    /** Forces reads until this request and one more are answered. */
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
