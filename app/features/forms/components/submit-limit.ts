/** 3 attempts per 60 seconds, per user id or, for anonymous visitors, email (docs/domain.md, "Forms"). */
const MAX_ITEMS = 3;
const WINDOW_MS = 60_000;

/** Counts attempts by key in this page. The server counts too: this one only spares a call and answers at once. */
export function createSubmitLimit() {
  const attemptsOf = new Map<string, number[]>();

  return {
    /** Takes an attempt at `now` (milliseconds), or says in how many whole seconds the next one is open. */
    take(key: string, now: number): { ok: true } | { ok: false; retryAfterSeconds: number } {
      const recent = (attemptsOf.get(key) ?? []).filter((at) => now - at < WINDOW_MS);
      const oldest = recent[0];
      if (oldest !== undefined && recent.length >= MAX_ITEMS) {
        return { ok: false, retryAfterSeconds: Math.ceil((oldest + WINDOW_MS - now) / 1000) };
      }
      attemptsOf.set(key, [...recent, now]);
      return { ok: true };
    },
  };
}
