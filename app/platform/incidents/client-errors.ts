import { sendBeacon } from "../browser/beacon";

export interface ClientError {
  message: string;
  stack: string;
  url: string;
  timestamp: string;
  userAgent: string;
  severity: "low" | "medium" | "high";
}

const STORE = "client_errors";
const MAX_STORED = 100;
const MAX_CHARACTERS = 4_000;
/** Per page load, so that a broken page cannot flood the server. */
const MAX_SENT = 10;

const sent = new Set<string>();

/** Stores errors in this browser and reports each message once per page load. Never throws. */
export function logClientError(error: unknown, severity: ClientError["severity"] = "high"): void {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const entry: ClientError = {
    message: redactReport(message).slice(0, MAX_CHARACTERS),
    stack: redactReport(stack).slice(0, MAX_CHARACTERS),
    // The query may contain a link key.
    url: window.location.origin + window.location.pathname,
    timestamp: new Date().toISOString(),
    userAgent: navigator.userAgent,
    severity,
  };
  store(entry);
  if (sent.has(entry.message) || sent.size >= MAX_SENT) return;
  sent.add(entry.message);
  sendBeacon("/api/client-errors", entry);
}

function store(entry: ClientError): void {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    const entries = Array.isArray(known) ? known : [];
    localStorage.setItem(STORE, JSON.stringify([...entries, entry].slice(-MAX_STORED)));
  } catch {
    // Storage is full or forbidden.
  }
}

export function redactReport(text: string): string {
  return text
    .replaceAll(/\?[^\s)"':]*/g, "")
    .replaceAll(/[\w.+%-]+(?:@|%40)[\w.-]+/g, "[email]")
    .replaceAll(/\+?\d[\d\s-]{7,}\d/g, "[number]");
}
