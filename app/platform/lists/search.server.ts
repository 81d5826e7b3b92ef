import { type RawBuilder, sql } from "kysely";
import { toSearchDigits } from "../text/phone-input";

/** Finds phone numbers in any notation. `text` must equal the expression of its trigram index. */
export function matchesSearch(text: RawBuilder<string>, typed: string): RawBuilder<boolean> {
  const input = typed.trim();
  const digits = toSearchDigits(typed);
  // Avoids a second condition if the text contains the digits.
  const parts = digits === null ? [input] : input.includes(digits) ? [digits] : [input, digits];
  const contains = parts.map(
    (part) => sql`(${text}) ILIKE ${`%${stripCountryCode(part).replace(/[\\%_]/g, "\\$&")}%`}`,
  );
  return sql<boolean>`(${sql.join(contains, sql` OR `)})`;
}

/** Nearly all numbers contain it, so the index is more selective without it. */
function stripCountryCode(part: string): string {
  return part.replace(/^\+?971(?=\d{8,9}$)/, "");
}
