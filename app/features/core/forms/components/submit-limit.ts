/** 3 attempts per 60 seconds by user id or email (docs/domain.md, "Forms"). */
const MAX_ATTEMPTS = 3;
const WINDOW_MS = 60_000;

/** Saves calls that the server's own limit would refuse. */
export function createSubmitLimit() {
  const attemptsOf = new Map<string, number[]>();

  return {
    /** `now`: milliseconds. */
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
