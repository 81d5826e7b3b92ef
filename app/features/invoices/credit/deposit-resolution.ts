/** What becomes of a paid deposit when what was agreed is called off: as the approved version says, or as the office decides. */
export const depositWishes = ["by-rule", "refunded", "kept"] as const;
export type DepositWish = (typeof depositWishes)[number];
