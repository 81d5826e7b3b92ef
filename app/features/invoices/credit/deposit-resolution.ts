/** `by-rule`: the deposit rule of the approved version decides. */
export const depositResolutions = ["by-rule", "refunded", "kept"] as const;
export type DepositResolution = (typeof depositResolutions)[number];
