/** Higher counts show as "more", so that counting costs the same in large companies. */
export const MAX_COUNT = 1_000;
