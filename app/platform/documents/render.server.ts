import { type ChildProcess, fork } from "node:child_process";
import { resolve } from "node:path";
import { m } from "~/paraglide/messages";
import { currentLocale, textDirection } from "../locale/locale";
import type { RenderableDocument } from "./document";

/** Renders in a child process, so that this one stays responsive and the machine's fonts can be hidden. */

export interface RenderRequest extends RenderableDocument {
  language: string;
  direction: "ltr" | "rtl";
  pageOf: string;
  createdAt: number;
}

export type RenderResponse = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; error: unknown };

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
  pending: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[];
}

let renderer: Renderer | null = null;

/** Returns a PDF/A-3a. Throws if the template rejects the data or the data exceeds the limit. */
export async function renderDocument(document: RenderableDocument): Promise<Uint8Array<ArrayBuffer>> {
  const size = JSON.stringify(document).length;
  if (size > DATA_LIMIT) throw new RangeError(`A document of ${size} characters is too large to be drawn`);
  renderer ??= startRenderer();
  const rendered = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
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
    if (response.ok) rendered?.resolve(new Uint8Array(response.bytes));
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
