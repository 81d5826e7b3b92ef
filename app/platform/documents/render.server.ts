import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { m } from "~/paraglide/messages";
import { userIdOf } from "../auth/actor";
import { may } from "../auth/permissions";
import type { Ctx } from "../context";
import { tooManyRequests } from "../errors";
import { clientNetwork } from "../http/limits/client-address.server";
import { createFairQueue, QueueFull, type Turn } from "../jobs/fair-queue";
import { currentLocale, textDirection } from "../locale/locale";
import { distinctLetters } from "../text/distinct-letters";
import { stripUnprintable } from "../text/sanitize-text";
import type { RenderableDocument } from "./document";
import { line, report } from "./report";
import { fontsOfScripts, type ScriptFont } from "./script-fonts.server";

/*
 * Renders in a child process, so that this one stays responsive and the machine's fonts can be hidden. It gets one
 * document at a time. Clients take turns, the business before strangers (docs/decisions/0107-document-turns.md).
 */

export interface RenderRequest extends RenderableDocument {
  language: string;
  direction: "ltr" | "rtl";
  pageOf: string;
  /** Fonts of the scripts in the data, in addition to Alexandria. */
  fonts: ScriptFont[];
  createdAt: number;
}

export interface RenderedDocument {
  bytes: Uint8Array<ArrayBuffer>;
  /** Letters that no font contains, drawn as boxes. */
  missingLetters: string[];
}

export type RenderResponse = ({ ok: true } & RenderedDocument) | { ok: false; error: unknown };

const FILES = import.meta.env.PROD
  ? { program: resolve("build/server/render-process.js"), templates: resolve("build/server/templates") }
  : {
      program: resolve(import.meta.dirname, "render-process.ts"),
      templates: resolve(import.meta.dirname, "../.."),
    };

const HEAP_LIMIT_MB = 512;
/**
 * In characters of JSON, because Typst's memory is not part of the heap (docs/decisions/0027-documents.md).
 */
const DATA_LIMIT = 1_000_000;

interface Renderer {
  process: ChildProcess;
  pending: PromiseWithResolvers<RenderedDocument>[];
}

let renderer: Renderer | null = null;

/** For whom a document is rendered. */
export type RenderingClient = Pick<Ctx, "actor" | "clientIp" | "signal">;

const queue = createFairQueue({ concurrency: 1, maxPerClient: 20, maxWaiting: 200 });
/** Pause after which a client with too many waiting documents may try again, in seconds. */
const RETRY_S = 10;

/**
 * Returns a PDF/A-3a. Throws if the template rejects the data or the data exceeds the limit, 429 if the client has
 * too many waiting documents, `QueueFull` if all have. Identical documents that wait are rendered once.
 */
export async function renderDocument(
  client: RenderingClient,
  document: RenderableDocument,
): Promise<Uint8Array<ArrayBuffer>> {
  return (await render(client, document)).bytes;
}

const versions = new Map<string, string>();

/** Changes with the text of the template, of those beside it, which it may include, and of their base. */
export function templateVersion(template: string): string {
  const folder = dirname(join(FILES.templates, template));
  const known = versions.get(folder);
  if (known) return known;
  const hash = createHash("sha256");
  hash.update(readFileSync(join(FILES.templates, "platform/documents/document.typ")));
  for (const name of readdirSync(folder).sort())
    if (name.endsWith(".typ")) hash.update(readFileSync(join(folder, name)));
  const version = hash.digest("hex").slice(0, 12);
  versions.set(folder, version);
  return version;
}

/** True for letters that no font of the documents contains. */
const knownLetters = new Map<string, boolean>();
/** Letters with any number of marks are unbounded. */
const MAX_KNOWN_LETTERS = 20_000;

/** Letters of the text that documents show as boxes, as the renderer reports them. */
export async function findMissingLetters(client: RenderingClient, text: string): Promise<string[]> {
  const letters = distinctLetters(text);
  if (knownLetters.size > MAX_KNOWN_LETTERS) knownLetters.clear();
  const unknown = letters.filter((letter) => !knownLetters.has(letter));
  if (unknown.length > 0) {
    const { missingLetters } = await render(
      client,
      report({ title: "-", author: "-", parts: unknown.map((letter) => line(letter)) }),
    );
    // The renderer may name a letter without its marks.
    for (const letter of unknown)
      knownLetters.set(
        letter,
        missingLetters.some((missing) => letter.includes(missing)),
      );
  }
  return letters.filter((letter) => knownLetters.get(letter));
}

interface SharedRendering {
  result: Promise<RenderedDocument>;
  /** Requests that wait for it. The last one that leaves takes it out of the queue. */
  waiting: number;
  abandoned: AbortController;
}

const shared = new Map<string, SharedRendering>();

async function render(client: RenderingClient, given: RenderableDocument): Promise<RenderedDocument> {
  const document = withoutUnprintable(given);
  const json = JSON.stringify(document);
  if (json.length > DATA_LIMIT)
    throw new RangeError(`A document of ${json.length} characters is too large to be drawn`);
  const key = createHash("sha256").update(`${currentLocale()} ${json}`).digest("base64url");
  const signal = client.signal?.();
  if (signal?.aborted) throw requestAborted();
  const rendering = shared.get(key) ?? startRendering(key, client, document, fontsOfScripts(json));
  rendering.waiting++;
  const left = Promise.withResolvers<never>();
  const leave = () => {
    rendering.waiting--;
    if (rendering.waiting === 0) {
      forget(key, rendering);
      rendering.abandoned.abort();
    }
    left.reject(requestAborted());
  };
  signal?.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([rendering.result, left.promise]);
  } catch (error) {
    if (error instanceof QueueFull && error.of === "client")
      throw tooManyRequests(RETRY_S, m.common_error_rate_limited({ seconds: RETRY_S }));
    throw error;
  } finally {
    signal?.removeEventListener("abort", leave);
  }
}

function startRendering(
  key: string,
  client: RenderingClient,
  document: RenderableDocument,
  fonts: ScriptFont[],
): SharedRendering {
  const abandoned = new AbortController();
  const turn = { ...turnOf(client), signal: abandoned.signal };
  const request: RenderRequest = {
    ...document,
    language: currentLocale(),
    direction: textDirection(),
    pageOf: m.common_page_of({ page: "{page}", pages: "{pages}" }),
    fonts,
    createdAt: Date.now(),
  };
  const result = queue(turn, () => draw(request));
  const rendering: SharedRendering = { result, abandoned, waiting: 0 };
  shared.set(key, rendering);
  // Handles a failure for which no request waits any more.
  result.catch(() => {}).finally(() => forget(key, rendering));
  return rendering;
}

function forget(key: string, rendering: SharedRendering): void {
  if (shared.get(key) === rendering) shared.delete(key);
}

/** The office and background work come before visitors and customers. */
function turnOf({ actor, clientIp }: RenderingClient): Turn {
  const hasPriority = actor.role === "system" || may(actor, "office.enter");
  return { client: userIdOf(actor) ?? (hasPriority ? actor.role : clientNetwork(clientIp)), hasPriority };
}

/** Equal to Node's error for a disconnected client. */
function requestAborted(): Error {
  return Object.assign(new Error("aborted"), { code: "ECONNRESET" });
}

function draw(request: RenderRequest): Promise<RenderedDocument> {
  renderer ??= startRenderer();
  const rendered = Promise.withResolvers<RenderedDocument>();
  renderer.pending.push(rendered);
  setBusy(renderer.process, true);
  renderer.process.send(request);
  return rendered.promise;
}

/**
 * Forms and imports refuse or remove these characters. Rows that were stored before may contain them, and
 * Typst rejects the document, whose number is already taken.
 */
function withoutUnprintable<Value>(value: Value): Value {
  if (typeof value === "string") return stripUnprintable(value) as Value;
  if (Array.isArray(value)) return value.map(withoutUnprintable) as Value;
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutUnprintable(part)]),
  ) as Value;
}

function startRenderer(): Renderer {
  const { program, templates } = FILES;
  const started: Renderer = {
    process: fork(program, [templates, `${templates}/platform/documents/fonts.conf`], {
      env: { PATH: process.env.PATH },
      execArgv: [`--max-old-space-size=${HEAP_LIMIT_MB}`],
      serialization: "advanced",
    }),
    pending: [],
  };
  started.process.on("message", (response: RenderResponse) => {
    const rendered = started.pending.shift();
    if (response.ok) rendered?.resolve({ ...response, bytes: new Uint8Array(response.bytes) });
    else rendered?.reject(response.error);
    if (started.pending.length === 0) setBusy(started.process, false);
  });
  const onEnd = (error: Error) => {
    if (renderer === started) renderer = null;
    for (const rendered of started.pending.splice(0)) rendered.reject(error);
  };
  started.process.on("error", onEnd);
  started.process.on("exit", (code, signal) =>
    onEnd(new Error(`The process that renders documents ended with ${signal ?? code}`)),
  );
  return started;
}

function setBusy(renderer: ChildProcess, busy: boolean): void {
  const change = busy ? "ref" : "unref";
  renderer[change]();
  renderer.channel?.[change]();
}
