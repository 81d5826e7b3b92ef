import { foldSearchText } from "~/platform/text/search-folding";

/** Customers who share a phone number, such as a family (docs/domain.md, "Customers and properties"). */
export interface CustomerCandidate {
  id: string;
  name: string;
  email: string | null;
  /** Dubai day of the latest request; null without a booking, undefined where bookings are not read. */
  lastBookedOn?: string | null;
}

/**
 * The customer of a caller: the only one with the phone, otherwise the only one who also has the name. Null
 * if the office has to choose.
 */
export function customerByName<Candidate extends { name: string }>(
  candidates: readonly Candidate[],
  name: string,
): Candidate | null {
  if (candidates.length === 1) return candidates[0]!;
  const named = candidates.filter((candidate) => foldSearchText(candidate.name) === foldSearchText(name));
  return named.length === 1 ? named[0]! : null;
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Several customers have the phone, and the name decides nothing. */
    "customer-ambiguous": { candidates: readonly CustomerCandidate[] };
  }
}
