import type { IncomingMessage, ServerResponse } from "node:http";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables";
import { log } from "../log.server";
import { addDays, dubaiDate, dubaiInstant } from "../time";
import { type StoredAnswer, storeAnswer } from "./stored-answer.server";

/**
 * Pages that are the same for everyone: rendered once per change of content and per Dubai day, then served from
 * memory. What an admin changed shows at the next request, in every process (docs/decisions/0010-page-cache.md).
 */
export interface PageCache {
  /**
   * Answers a GET or HEAD. `key` names the page; `render` makes it, without looking at the request, and is called once
   * however many ask at the same time. Only what was answered with the status that such a page has is kept; when rendering
   * fails, the last that was is served. Throws what `render` throws when there is none. `forCdns`: false where another request for
   * the same address may get something else.
   */
  answer(
    key: string,
    request: Request,
    render: () => Promise<Response>,
    how?: { status?: 200 | 404; forCdns?: boolean },
  ): Promise<Response>;
  /**
   * Sends the page that is kept under the very address that was asked for. False, with nothing sent, where there is
   * none that shows the content as it is: then it has to be answered in full. Has to see every request of the process, as
   * after those that may change the content nothing is certain.
   */
  send(request: IncomingMessage, answer: ServerResponse): boolean | Promise<boolean>;
  /** What was read of the content, once per state of it, for all who ask. */
  read<Value>(key: string, read: () => Promise<Value>): Promise<Value>;
  /** Whether the page is kept, be it as it was before a change. */
  has(key: string): boolean;
}

/** Many times what the site has; pages nobody asked for longest give way. */
const MAX_PAGES = 500;
/**
 * How long a CDN may go without asking again. No stale-while-revalidate: browsers heed it too, and would show an admin
 * the page as it was before the edit.
 */
const SHARED_SECONDS = 60;
const SHARED_ON_ERROR_SECONDS = 86_400;
/** So long a page is served without asking the database at most, should it ever have told nothing of a change. */
const TRUST_MS = 1_000;
/** Nobody waits longer for a database that does not answer: the page is served as last known. */
const PATIENCE_MS = 300;

interface Page {
  /** The state of the content that it shows, at least. */
  state: number;
  answer: StoredAnswer;
}

/** `told`: how many changes of the content this process was told of; null: it is not told, and has to ask (`Live`). */
export function openPageCache(
  db: Kysely<Tables>,
  now: () => Date = () => new Date(),
  told: () => number | null = () => null,
): PageCache {
  const content = followContent(db, now, told);
  const pages = new Map<string, Page>();
  const values = new Map<string, { state: number; value: Promise<unknown> }>();
  const rendering = new Map<string, { state: number; answer: Promise<StoredAnswer> }>();

  async function find(key: string, status: number, render: () => Promise<Response>): Promise<StoredAnswer> {
    const state = await content.latest();
    const page = pages.get(key);
    if (page && page.state >= state) {
      keep(key, page);
      return page.answer;
    }
    let underWay = rendering.get(key);
    if (!underWay || underWay.state < state) {
      const begun = { state, answer: renderAnew(key, state, status, render) };
      rendering.set(key, begun);
      const end = () => rendering.get(key) === begun && rendering.delete(key);
      begun.answer.then(end, end);
      underWay = begun;
    }
    return underWay.answer;
  }

  async function renderAnew(
    key: string,
    state: number,
    status: number,
    render: () => Promise<Response>,
  ): Promise<StoredAnswer> {
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
    // Would go to everybody.
    delete headers["set-cookie"];
    // Said anew with each answer.
    delete headers["cache-control"];
    const body = new Uint8Array(await response.arrayBuffer());
    const answer = storeAnswer(body, headers, { status: response.status });
    const overtaken = (pages.get(key)?.state ?? state) > state;
    if (overtaken) return answer;
    if (response.status === status) keep(key, { state, answer });
    else if (response.status < 500) pages.delete(key);
    return answer;
  }

  /** Puts the page last in the order in which pages give way. */
  function keep(key: string, page: Page): void {
    pages.delete(key);
    pages.set(key, page);
    if (pages.size > MAX_PAGES) pages.delete(pages.keys().next().value!);
  }

  function sendAs(
    state: number,
    key: string,
    request: IncomingMessage,
    answer: ServerResponse,
  ): boolean | Promise<boolean> {
    const page = pages.get(key);
    if (!page || page.state < state || page.answer.status !== 200) return false;
    keep(key, page);
    return page.answer.send(request, answer, forAll());
  }

  function forAll(): Record<string, string> {
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
      const begun = { state, value: read() };
      values.set(key, begun);
      begun.value.catch(() => {
        if (values.get(key) === begun) values.delete(key);
      });
      return begun.value;
    },
    async answer(key, request, render, { status = 200, forCdns = true } = {}) {
      const answer = await find(key, status, render);
      if (answer.status !== 200 || !forCdns) return answer.respond(request, { "Cache-Control": "no-store" });
      return answer.respond(request, forAll());
    },
    send(request, answer) {
      const { method, url: key = "" } = request;
      if (method !== "GET" && method !== "HEAD") {
        content.mayChangeUntil(answer);
        return false;
      }
      if (!pages.has(key)) return false;
      // Who is signed in may have made the change just now, by another process that was told sooner than this one.
      const state = request.headers.cookie === undefined ? content.known() : null;
      if (state !== null) return sendAs(state, key, request, answer);
      return content.latest().then((latest) => sendAs(latest, key, request, answer));
    },
  };
}

/**
 * Counts the states of the content: another one at each change in a watched table (`watch_content`) and at each
 * Dubai midnight, as pages show dates, and prices from a day on.
 */
function followContent(db: Kysely<Tables>, now: () => Date, told: () => number | null) {
  const query = sql<{
    version: number;
  }>`SELECT coalesce(sum(version), 0)::bigint AS version FROM content_changes`.compile(db);
  let state = 0;
  let version: number | undefined;
  let dayEndsAt = 0;
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let unreachable = false;
  /** What was read last, while nothing has been heard since that reading began. */
  let certain = { heard: -1, until: 0 };
  /** Requests to this process that may change the content: those under way, of which nothing is told yet, and those that ended. */
  const changing = { now: 0, ended: 0 };

  /** Grows with all that tells of a change; null where there may be one that nothing has told of. */
  function heard(): number | null {
    const changes = changing.now > 0 ? null : told();
    return changes === null ? null : changes + changing.ended;
  }

  async function read(): Promise<void> {
    // Before the reading, so that what is told meanwhile is asked for.
    const until = performance.now() + TRUST_MS;
    const before = heard();
    try {
      const { rows } = await within(PATIENCE_MS, db.executeQuery(query));
      if (rows[0]?.version !== version) state++;
      version = rows[0]?.version;
      unreachable = false;
      if (before !== null) certain = { heard: before, until };
    } catch (error) {
      if (!unreachable)
        log.warn("The content version cannot be read; cached pages are served", { error });
      unreachable = true;
    }
  }

  return {
    /**
     * The state at this moment or later: read after the call began, for all who call until the reading begins. The
     * busier the process, the more of them share a reading.
     */
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
    /** The state as it was read last, while that is certain to be the latest; else null. */
    known(): number | null {
      const isCertain =
        heard() === certain.heard && performance.now() < certain.until && now().getTime() < dayEndsAt;
      return isCertain ? state : null;
    },
    /** A request that may change the content: until it is answered the database is asked, and once more after that. */
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

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
