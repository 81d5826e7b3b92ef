import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { TracingConfig } from "../config.server";

/*
 * Spans of a request, its commands, statements, reactions, jobs and messages (docs/operations.md, "Traces").
 * Attributes are names and ids, never personal data. Without an OTLP endpoint the SDK is not loaded and each
 * function returns after one check.
 */

let tracer: Tracer | null = null;

/** Starts the export if an endpoint is configured. Returns a function that sends the remaining spans. */
export async function startTracing(config: TracingConfig | undefined): Promise<() => Promise<void>> {
  if (!config) return async () => {};
  const { startExport } = await import("./otlp-export.server");
  const exporting = startExport(config);
  tracer = exporting.tracer;
  return async () => {
    tracer = null;
    await exporting.stop();
  };
}

interface SpanSettings {
  kind?: SpanKind;
  attributes?: Attributes;
  /** W3C traceparent of the span that caused this one; null for none. Absent: the active span. */
  parent?: string | null;
}

/** Runs `work` in a span. Without tracing `work` receives no span. */
export async function inSpan<Result>(
  name: string,
  { parent, ...options }: SpanSettings,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work();
  const parentContext = parent === undefined ? context.active() : contextOf(parent);
  return tracer.startActiveSpan(name, options, parentContext, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      setSpanError(error, span);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed. Messages of errors may contain personal data, so only the type is recorded. */
export function setSpanError(error: unknown, span = trace.getActiveSpan()): void {
  span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.setAttribute("error.type", errorType(error));
}

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Statement that has ended, as a child of the active span. Statements of pollers have no span and are skipped. */
export function recordStatement(text: string, durationMs: number, error?: unknown): void {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return;
  const endTime = Date.now();
  const span = tracer.startSpan(statementName(text), {
    startTime: endTime - durationMs,
    attributes: { "db.system.name": "postgresql", "db.query.text": text },
  });
  if (error !== undefined) setSpanError(error, span);
  span.end(endTime);
}

/** Operation and first table, such as "INSERT mails". */
function statementName(text: string): string {
  const [operation = "SQL"] = /\w+/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text) ?? [];
  return table ? `${operation.toUpperCase()} ${table}` : operation.toUpperCase();
}

/** W3C traceparent of the active span, stored with work that continues its trace; null without tracing. */
export function currentTraceparent(): string | null {
  if (!tracer) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

function contextOf(traceparent: string | null): Context {
  return traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;
}
