import { type ChildProcess, fork } from "node:child_process";
import { resolve } from "node:path";
import { m } from "~/paraglide/messages";
import { currentLocale, textDirection } from "../locale/locale";
import { distinctLetters } from "../text/distinct-letters";
import { stripUnprintable } from "../text/sanitize-text";
import type { RenderableDocument } from "./document";
import { line, report } from "./report";

/** Renders in a child process, so that this one stays responsive and the machine's fonts can be hidden. */

export interface RenderRequest extends RenderableDocument {
  language: string;
  direction: "ltr" | "rtl";
  pageOf: string;
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

/** Returns a PDF/A-3a. Throws if the template rejects the data or the data exceeds the limit. */
export async function renderDocument(document: RenderableDocument): Promise<Uint8Array<ArrayBuffer>> {
  return (await render(document)).bytes;
}

/** True for letters that no font of the documents contains. */
const knownLetters = new Map<string, boolean>();
/** Letters with any number of marks are unbounded. */
const MAX_KNOWN_LETTERS = 20_000;

/** Letters of the text that documents show as boxes, as the renderer reports them. */
export async function findMissingLetters(text: string): Promise<string[]> {
  const letters = distinctLetters(text);
  if (knownLetters.size > MAX_KNOWN_LETTERS) knownLetters.clear();
  const unknown = letters.filter((letter) => !knownLetters.has(letter));
  if (unknown.length > 0) {
    const { missingLetters } = await render(
      report({ title: "-", author: "-", parts: unknown.map((letter) => line(letter)) }),
    );
    for (const letter of unknown) knownLetters.set(letter, missingLetters.includes(letter));
  }
  return letters.filter((letter) => knownLetters.get(letter));
}

async function render(given: RenderableDocument): Promise<RenderedDocument> {
  const document = withoutUnprintable(given);
  const size = JSON.stringify(document).length;
  if (size > DATA_LIMIT) throw new RangeError(`A document of ${size} characters is too large to be drawn`);
  renderer ??= startRenderer();
  const rendered = Promise.withResolvers<RenderedDocument>();
  renderer.pending.push(rendered);
  setBusy(renderer.process, true);
  renderer.process.send({
    ...document,
    language: currentLocale(),
    direction: textDirection(),
    pageOf: m.common_page_of({ page: "{page}", pages: "{pages}" }),
    createdAt: Date.now(),
  } satisfies RenderRequest);
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
