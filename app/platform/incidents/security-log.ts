import { type SecurityTrace, type Suspicion, suspicionOf } from "./suspicion";

/** The browser's own record of what looks like an attack (docs/domain.md, "Activity"). */
export interface SecurityEntry extends SecurityTrace {
  metadata: Record<string, unknown>;
  userAgent: string;
}

const reasons: Record<Suspicion, string> = {
  "many-failures": "Many refused sign-ins of one account within 15 minutes",
  "many-limits": "Many limits reached within 15 minutes",
};

const STORE = "security_events";
const MAX_STORED = 100;
const KEPT_MS = 24 * 60 * 60_000;

/** Keeps an event in this browser and tells the server; so too when it makes those before it suspicious. */
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
  tellServer(entry);
  const suspicion = suspicionOf(entries);
  if (!suspicion) return;
  logSecurityEvent("suspicious_activity", reasons[suspicion], { userId, metadata: { suspicion } });
}

/**
 * A name for an account that somebody tries to enter, the same each time: not the email, which people confuse with the
 * field for the password.
 */
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
    const since = Date.now() - KEPT_MS;
    return known.filter((entry: SecurityEntry) => Date.parse(entry?.timestamp) > since);
  } catch {
    return [];
  }
}

function writeEntries(entries: SecurityEntry[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(entries));
  } catch {
    // No room, or no leave to store: the server is told all the same.
  }
}

/** By itself, not through http-client: an answer that says "too many" must not be logged again. */
function tellServer(entry: SecurityEntry): void {
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
