/** `by-rule`: the deposit rule of the approved version decides. */
export const depositResolutions = ["by-rule", "refunded", "forfeited"] as const;
export type DepositResolution = (typeof depositResolutions)[number];

/** `none`: no deposit was paid. */
export type DepositOutcome = "none" | "refunded" | "forfeited";
