import { m } from "~/paraglide/messages";

/** Joins facts of one thing, such as "Cheque, 000123, Emirates NBD". Lists of several things are joined by `formatList`. */
export function joinFacts(facts: readonly (string | null | undefined)[]): string {
  const known = facts.filter((fact) => fact != null && fact !== "") as string[];
  return known.length === 0 ? "" : known.reduce((first, second) => m.common_two_facts({ first, second }));
}
