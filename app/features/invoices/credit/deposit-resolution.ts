/** What becomes of a paid deposit when what was agreed is called off: as the approved version says, or as the office decides. */
export const depositResolutions = ["by-rule", "refunded", "kept"] as const;
export type DepositResolution = (typeof depositResolutions)[number];
