import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { m } from "~/paraglide/messages";
import type { DocumentText } from "./document";
import { currentLocale } from "./locale/locale";

/**
 * Draws documents as PDF in a thread of its own, which is started for the first one and stays: some milliseconds a line,
 * in which this process goes on answering.
 */

/** What the thread is asked for. */
export interface Drawing extends DocumentText {
  /** What stands at the foot of a page, with {page} and {pages} still to be filled in. */
  pageOf: string;
  language: string;
}

/** What the thread says to it. */
export type Answer = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; error: unknown };

/** A file of its own in the build (vite.config.ts); elsewhere Node runs the source. */
const PROGRAM = import.meta.env.PROD
  ? resolve("build/server/document-thread.js")
  : join(import.meta.dirname, "document-thread.ts");

/** A document that needs more is broken, and must not take the process with it. */
const MOST_MEMORY_MB = 512;

interface Thread {
  worker: Worker;
  /** In the order in which the thread answers. */
  waiting: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[];
}

let running: Thread | null = null;

/** An A4 document, its title on the first page and a number on each, as the bytes of a PDF. */
export function renderDocument(document: DocumentText): Promise<Uint8Array<ArrayBuffer>> {
  running ??= startThread();
  const { worker, waiting } = running;
  const drawn = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  waiting.push(drawn);
  // Idle, it keeps no process from ending.
  worker.ref();
  const pageOf = m.common_page_of({ page: "{page}", pages: "{pages}" });
  worker.postMessage({ ...document, pageOf, language: currentLocale() } satisfies Drawing);
  return drawn.promise;
}

function startThread(): Thread {
  const worker = new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } });
  const waiting: Thread["waiting"] = [];
  worker.on("message", (answer: Answer) => {
    const drawn = waiting.shift();
    if (answer.ok) drawn?.resolve(answer.bytes);
    else drawn?.reject(answer.error);
    if (waiting.length === 0) worker.unref();
  });
  // It ends only by an error that nothing in it caught, as when its memory is used up: the next document starts another.
  worker.on("error", (error) => {
    running = null;
    for (const drawn of waiting) drawn.reject(error);
  });
  return { worker, waiting };
}
