/** 3 attempts per 60 seconds, per user id or, for anonymous visitors, email (docs/domain.md, "Forms"). */
const MAX_ATTEMPTS = 3;
const WINDOW_MS = 60_000;

/** Counts attempts in this page. The server counts too; this limit only saves a call. */
export function createSubmitLimit() {
  const attemptsOf = new Map<string, number[]>();

  return {
    /** Takes an attempt at `now` (milliseconds), or returns the wait in whole seconds. */
    take(key: string, now: number): { ok: true } | { ok: false; retryAfterSeconds: number } {
      const recent = (attemptsOf.get(key) ?? []).filter((at) => now - at < WINDOW_MS);
      const oldest = recent[0];
      if (oldest !== undefined && recent.length >= MAX_ATTEMPTS) {
        return { ok: false, retryAfterSeconds: Math.ceil((oldest + WINDOW_MS - now) / 1000) };
      }
      attemptsOf.set(key, [...recent, now]);
      return { ok: true };
    },
  };
}
