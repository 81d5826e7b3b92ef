const WINDOW_MS = 15 * 60_000;
const MAX_FAILURES = 5;
const MAX_RATE_LIMITED = 3;

export interface SecurityTrace {
  type: "auth_failure" | "rate_limit" | "suspicious_activity";
  message: string;
  userId: string | null;
  timestamp: string;
}

export type Suspicion = "many-failures" | "many-limits";

/** Rule violated by the latest event; null if it was raised within 15 minutes. */
export function suspicionOf(events: readonly SecurityTrace[]): Suspicion | null {
  const latest = events.at(-1);
  if (!latest) return null;
  const since = Date.parse(latest.timestamp) - WINDOW_MS;
  const recent = events.filter(({ timestamp }) => Date.parse(timestamp) >= since);
  const ofSameUser = recent.filter(({ userId }) => userId === latest.userId);
  if (ofSameUser.some(({ type }) => type === "suspicious_activity")) return null;
  const count = (among: SecurityTrace[]) => among.filter(({ type }) => type === latest.type).length;
  if (latest.type === "auth_failure" && count(ofSameUser) >= MAX_FAILURES) return "many-failures";
  if (latest.type === "rate_limit" && count(recent) >= MAX_RATE_LIMITED) return "many-limits";
  return null;
}
