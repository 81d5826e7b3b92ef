/** An index finds no less. */
export const MIN_SEARCH_LENGTH = 3;

/** Of each kind: more are found by its list. */
export const MAX_PER_KIND = 5;
