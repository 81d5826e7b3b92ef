/** Filled by db/tables.ts, which is written from the migrated database. */
// biome-ignore lint/suspicious/noEmptyInterface: db/tables.ts fills it by declaration merging.
export interface Tables {}
