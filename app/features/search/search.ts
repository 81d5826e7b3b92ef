/** An index finds no less. */
export const SHORTEST_SEARCH = 3;

/** Of each kind: more are found by its list. */
export const MOST_OF_A_KIND = 5;
