/**
 * Lists show exact counts up to this number and "more" above it, so that counting costs the same in large
 * companies.
 */
export const MAX_COUNT = 1_000;
