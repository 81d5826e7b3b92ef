/**
 * Row types of all tables by name. Each feature adds its tables in its `table.ts` with `declare module
 * "~/platform/database/tables" { interface Tables { … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging.
export interface Tables {}
