import { type RawBuilder, sql } from "kysely";
import { toSearchDigits } from "../text/phone-input";

/**
 * Case-insensitive search. Finds phone numbers in any notation by a part of their digits. `text` must match
 * the expression of its trigram index exactly.
 */
export function matchesSearch(text: RawBuilder<string>, typed: string): RawBuilder<boolean> {
  const input = typed.trim();
  const digits = toSearchDigits(typed);
  // Avoids a second condition when the typed text contains the digits.
  const parts = digits === null ? [input] : input.includes(digits) ? [digits] : [input, digits];
  const contains = parts.map(
    (part) => sql`(${text}) ILIKE ${`%${stripCountryCode(part).replace(/[\\%_]/g, "\\$&")}%`}`,
  );
  return sql<boolean>`(${sql.join(contains, sql` OR `)})`;
}

/**
 * Removes the country code of UAE numbers, because nearly all numbers contain it and the index is far more
 * selective without it.
 */
function stripCountryCode(part: string): string {
  return part.replace(/^\+?971(?=\d{8,9}$)/, "");
}
