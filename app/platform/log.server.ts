import { trace } from "@opentelemetry/api";
import { requestScope } from "./http/request-scope.server";

/**
 * Writes one JSON line per entry. The code never changes and is unique per place, so that searches and alerts can
 * rely on it; the message may change. Errors are logged once, where they are handled. Personal data never appears
 * (docs/domain.md, "Privacy").
 */
export type Fields = Readonly<Record<string, unknown>>;

type Level = "info" | "warn" | "error";

export const log = {
  info: (code: string, message: string, fields?: Fields) => write("info", code, message, fields),
  warn: (code: string, message: string, fields?: Fields) => write("warn", code, message, fields),
  error: (code: string, message: string, fields?: Fields) => write("error", code, message, fields),
};

function write(level: Level, code: string, message: string, fields: Fields = {}): void {
  const stream = level === "info" ? process.stdout : process.stderr;
  stream.write(`${logLine({ level, code, message, fields: { ...origin(), ...fields } }, new Date())}\n`);
}

/** Request and trace that the line belongs to. */
function origin(): Fields {
  const { requestId } = requestScope();
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  return { ...(requestId && { requestId }), ...(traceId && { traceId }) };
}

interface Entry {
  level: Level;
  code: string;
  message: string;
  fields: Fields;
}

export function logLine({ level, code, message, fields }: Entry, now: Date): string {
  const entry = {
    time: now.toISOString(),
    level,
    code,
    message: redactPersonalData(message),
    ...clean(fields, 0),
  };
  return JSON.stringify(entry);
}

const PRIVATE_FIELD =
  /^(name|.*[_-]?name$|email|.*email|recipient|to|phone|.*phone|whatsapp|address|street|landmark|message_?text|password|.*secret|.*token|cookie|authorization|key)$/i;
const HARMLESS_NAME = /^(service|queue|reaction|event|file|host|table|constraint|job)_?name$/i;
const MAX_DEPTH = 5;

function clean(value: object, depth: number): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const hidden = PRIVATE_FIELD.test(key) && !HARMLESS_NAME.test(key);
    cleaned[key] = hidden ? "[hidden]" : cleanField(field, depth);
  }
  return cleaned;
}

function cleanField(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactPersonalData(value);
  if (typeof value === "bigint") return String(value);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return "[deep]";
  if (value instanceof Error) return describeError(value, depth + 1);
  if (Array.isArray(value)) return value.map((item) => cleanField(item, depth + 1));
  return clean(value, depth + 1);
}

/** `detail` and `parameters` contain personal data. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: redactPersonalData(error.message),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: redactPersonalData(error.stack ?? ""),
    ...(cause === undefined ? {} : { cause: cleanField(cause, depth) }),
  };
}

export function redactPersonalData(text: string): string {
  return text
    .replace(/[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+\.[^\s<>"'(),:;=]+/g, "[email]")
    .replace(/\+\d[\d ().-]{5,}\d|\b0\d{8,9}\b|\b00\d{9,14}\b/g, "[phone]");
}
