/** Attempts by user id or email (docs/domain.md, "Forms"). */
export const SUBMIT_LIMIT = { max: 3, seconds: 60 };
/** Stored submissions of one form and network (docs/domain.md, "Forms"). */
export const NETWORK_LIMIT = { max: 30, seconds: 3_600 };
const WINDOW_MS = SUBMIT_LIMIT.seconds * 1000;

/** Saves calls that the server's own limit would refuse. */
export function createSubmitLimit() {
  const attemptsOf = new Map<string, number[]>();

  return {
    /** `now`: milliseconds. */
    take(key: string, now: number): { ok: true } | { ok: false; retryAfterSeconds: number } {
      const recent = (attemptsOf.get(key) ?? []).filter((at) => now - at < WINDOW_MS);
      const oldest = recent[0];
      if (oldest !== undefined && recent.length >= SUBMIT_LIMIT.max) {
        return { ok: false, retryAfterSeconds: Math.ceil((oldest + WINDOW_MS - now) / 1000) };
      }
      attemptsOf.set(key, [...recent, now]);
      return { ok: true };
    },
  };
}
