import { type RawBuilder, sql } from "kysely";
import { searchedDigits } from "../text/phone-input";

/**
 * Whether a text contains what somebody typed into a search box, in capitals or not. A phone number, or the beginning or
 * the end of one, is found in any of its writings. `text` is written as its trigram index has it, word for word.
 */
export function containsTyped(text: RawBuilder<string>, typed: string): RawBuilder<boolean> {
  const written = typed.trim();
  const digits = searchedDigits(typed);
  // What is found as it is written is found by its digits, too: looked for once.
  const parts = digits === null ? [written] : written.includes(digits) ? [digits] : [written, digits];
  const contains = parts.map(
    (part) => sql`(${text}) ILIKE ${`%${withoutCountry(part).replace(/[\\%_]/g, "\\$&")}%`}`,
  );
  return sql<boolean>`(${sql.join(contains, sql` OR `)})`;
}

/** A whole number of the UAE is looked for without the country code that nearly all numbers have: its index finds the rest far sooner. */
function withoutCountry(part: string): string {
  return part.replace(/^\+?971(?=\d{8,9}$)/, "");
}
