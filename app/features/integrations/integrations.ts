declare module "~/platform/events" {
  interface Events {
    "key.made": { permissions: string[]; expiresAt: string | null };
    "key.revoked": Record<never, never>;
  }
}

/** Keys that one person may have at a time. */
export const MOST_KEYS = 20;
/** Calls a minute that one key may make. */
export const KEY_CALLS_PER_MINUTE = 600;
