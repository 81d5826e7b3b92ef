/**
 * All tables of the database, by name. Empty here, as the platform knows no business: each feature adds its own
 * in its `table.ts` with `declare module "~/platform/database/tables" { interface Tables { … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging.
export interface Tables {}
