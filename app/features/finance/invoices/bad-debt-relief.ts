import { addMonths } from "~/platform/months";
import { addDays } from "~/platform/time";

/**
 * VAT relief for bad debts (Federal Decree-Law 8 of 2017, article 64). Money is AED in fils, VAT included unless it is
 * called VAT; days in Asia/Dubai.
 */

/** Why nothing can be claimed yet; in the order in which the office resolves them. */
export type ReliefObstacle = "not-notified" | "too-early" | "tax-not-paid";

/** First day on which more than six months have passed since the supply. */
export function reliefPossibleFrom(taxPoint: string): string {
  return addDays(addMonths(taxPoint, 6), 1);
}

/** VAT of a part of an invoice, to the nearest fil. */
function vatOfPart({ totalFils, vatFils }: { totalFils: number; vatFils: number }, fils: number): number {
  return Math.round((vatFils * fils) / totalFils);
}

export interface Relief {
  amountFils: number;
  vatFils: number;
}

/**
 * Change of the relief from `relievedFils` to `toFils` of what is written off. Differences of cumulative amounts, so that
 * parts add up to the whole.
 */
export function changeOfRelief(
  invoice: { totalFils: number; vatFils: number },
  relievedFils: number,
  toFils: number,
): Relief {
  return {
    amountFils: toFils - relievedFils,
    vatFils: vatOfPart(invoice, toFils) - vatOfPart(invoice, relievedFils),
  };
}
