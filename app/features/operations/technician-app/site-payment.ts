/** Payments on site, which the office records. */
export const sitePaymentMethods = ["cash", "card", "transfer", "cheque"] as const;
export type SitePaymentMethod = (typeof sitePaymentMethods)[number];

export interface SitePayment {
  method: SitePaymentMethod;
  fils: number;
}
