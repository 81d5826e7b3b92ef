import { type SecurityTrace, type Suspicion, suspicionOf } from "./suspicion";

export interface SecurityEntry extends SecurityTrace {
  metadata: Record<string, unknown>;
  userAgent: string;
}

const reasons: Record<Suspicion, string> = {
  "many-failures": "Many failed sign-ins of one account within 15 minutes",
  "many-limits": "Many limits reached within 15 minutes",
};

const STORE = "security_events";
const MAX_STORED = 100;
const RETENTION_MS = 24 * 60 * 60_000;

/** Also adds a suspicion when a threshold is met. */
export function logSecurityEvent(
  type: SecurityTrace["type"],
  message: string,
  { userId = null, metadata = {} }: { userId?: string | null; metadata?: Record<string, unknown> } = {},
): void {
  const entry: SecurityEntry = {
    type,
    message,
    userId,
    metadata,
    timestamp: new Date().toISOString(),
    userAgent: navigator.userAgent,
  };
  const entries = [...readEntries(), entry].slice(-MAX_STORED);
  writeEntries(entries);
  reportEvent(entry);
  const suspicion = suspicionOf(entries);
  if (!suspicion) return;
  logSecurityEvent("suspicious_activity", reasons[suspicion], { userId, metadata: { suspicion } });
}

/** Pseudonym, because people sometimes type their password into the email field. */
export function accountTrace(email: string): string {
  let hash = 0x811c9dc5;
  for (const character of email.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

function readEntries(): SecurityEntry[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    if (!Array.isArray(known)) return [];
    const since = Date.now() - RETENTION_MS;
    return known.filter((entry: SecurityEntry) => Date.parse(entry?.timestamp) > since);
  } catch {
    return [];
  }
}

function writeEntries(entries: SecurityEntry[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(entries));
  } catch {
    // Storage is full or forbidden.
  }
}

/** Avoids http-client, which would log a 429 of this call again. */
function reportEvent(entry: SecurityEntry): void {
  fetch("/api/security-events", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(entry),
    credentials: "same-origin",
    keepalive: true,
  })
    .then((answer) => {
      if (!answer.ok) throw new Error(`Answered with ${answer.status}`);
    })
    .catch((error: unknown) => console.warn("A security event could not be reported", error));
}
