/** The trigram index needs three characters. */
export const MIN_SEARCH_LENGTH = 3;

/** Limit per kind; the lists show more. */
export const MAX_PER_KIND = 5;
