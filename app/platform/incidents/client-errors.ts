import { sendInPassing } from "../browser/beacon";

/** Something that went wrong in a browser (docs/domain.md, "Activity"). */
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
/** One broken page must not keep the server busy. */
const MAX_SENT = 10;

const sent = new Set<string>();

/** Keeps an error in this browser, the latest 100, and tells the server of each kind once. Never throws. */
export function logClientError(error: unknown, severity: ClientError["severity"] = "high"): void {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const entry: ClientError = {
    message: withoutPersonal(message).slice(0, MAX_CHARACTERS),
    stack: withoutPersonal(stack).slice(0, MAX_CHARACTERS),
    // Without search and hash: a booking's key rides there.
    url: window.location.origin + window.location.pathname,
    timestamp: new Date().toISOString(),
    userAgent: navigator.userAgent,
    severity,
  };
  keep(entry);
  if (sent.has(entry.message) || sent.size >= MAX_SENT) return;
  sent.add(entry.message);
  sendInPassing("/api/client-errors", entry);
}

function keep(entry: ClientError): void {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    const entries = Array.isArray(known) ? known : [];
    localStorage.setItem(STORE, JSON.stringify([...entries, entry].slice(-MAX_STORED)));
  } catch {
    // No room, or no leave to store: the server is told all the same.
  }
}

/** The same text without emails, phone numbers, and what follows a ? in an address. */
export function withoutPersonal(text: string): string {
  return text
    .replaceAll(/\?[^\s)"':]*/g, "")
    .replaceAll(/[\w.+%-]+(?:@|%40)[\w.-]+/g, "[email]")
    .replaceAll(/\+?\d[\d\s-]{7,}\d/g, "[number]");
}
