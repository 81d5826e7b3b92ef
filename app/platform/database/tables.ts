/**
 * Features add their tables with `declare module "~/platform/database/tables" { interface Tables { … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging.
export interface Tables {}
