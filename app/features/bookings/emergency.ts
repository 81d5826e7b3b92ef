/** An emergency's clock (product.md, "Emergency"): acknowledged, dispatched, arrived. Pure. */

/** After so many minutes the office is told by mail. */
export const escalateAfterMin = { unacknowledged: 15, "not-arrived": 90 } as const;
export type EscalationReason = keyof typeof escalateAfterMin;

/** Whatever is older is no emergency any more, but a request that somebody forgot to answer. */
export const EMERGENCY_FORGOTTEN_MIN = 24 * 60;

declare module "~/platform/events" {
  interface Events {
    "booking.acknowledged": Record<never, never>;
    /** It waits too long: once for each reason. */
    "booking.escalated": { why: EscalationReason };
  }
}
