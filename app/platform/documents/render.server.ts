import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { m } from "~/paraglide/messages";
import { currentLocale, textDirection } from "../locale/locale";
import type { DocumentToDraw } from "./document";

/**
 * Draws documents as PDF by Typst, in a thread of its own, which is started for the first one and stays: this process goes on
 * answering meanwhile.
 */

/** What the thread is asked for. */
export interface Drawing extends DocumentToDraw {
  language: string;
  direction: "ltr" | "rtl";
  /** What stands at the foot of a page, with {page} and {pages} still to be filled in. */
  pageOf: string;
}

/** What the thread says to it. */
export type Answer = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; error: unknown };

/** In the build the thread's program and the templates are files of their own (vite.config.ts); elsewhere they are the sources. */
const FILES = import.meta.env.PROD
  ? { program: resolve("build/server/document-thread.js"), templates: resolve("build/server/templates") }
  : {
      program: resolve(import.meta.dirname, "thread.ts"),
      templates: resolve(import.meta.dirname, "../.."),
    };

/** Of the thread's own memory. */
const MOST_MEMORY_MB = 512;
/**
 * Of a document's data, in characters of JSON: what Typst needs grows with it, and no limit of a thread holds that
 * (docs/decisions/0027-documents.md).
 */
const MOST_DATA = 1_000_000;

interface Thread {
  worker: Worker;
  /** In the order in which the thread answers. */
  waiting: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[];
}

let running: Thread | null = null;

/**
 * The bytes of an A4 document as PDF/A-3a, in the language that is spoken now. Throws where the template and its data do not fit each
 * other, or where there is too much of it.
 */
export async function renderDocument(document: DocumentToDraw): Promise<Uint8Array<ArrayBuffer>> {
  const size = JSON.stringify(document).length;
  if (size > MOST_DATA) throw new RangeError(`A document of ${size} characters is too large to be drawn`);
  running ??= startThread();
  const { worker, waiting } = running;
  const drawn = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  waiting.push(drawn);
  // Idle, it keeps no process from ending.
  worker.ref();
  worker.postMessage({
    ...document,
    language: currentLocale(),
    direction: textDirection(),
    pageOf: m.common_page_of({ page: "{page}", pages: "{pages}" }),
  } satisfies Drawing);
  return drawn.promise;
}

function startThread(): Thread {
  const { program, templates } = FILES;
  const worker = new Worker(program, {
    workerData: { templates },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
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
