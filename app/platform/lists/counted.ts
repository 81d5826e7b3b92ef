/**
 * Lists say how many there are of what is chosen between, and beyond this only that there are more: what is counted on every
 * page may cost no more in a large company than in a small one.
 */
export const MAX_COUNT = 1_000;
