import { type RawBuilder, sql } from "kysely";
import { searchedDigits } from "../text/phone";

/**
 * Whether a text contains what somebody typed into a search box, in capitals or not. A phone number, or the beginning or
 * the end of one, is found in any of its writings. `text` is written as its trigram index has it, word for word.
 */
export function containsTyped(text: RawBuilder<string>, typed: string): RawBuilder<boolean> {
  const parts = [typed.trim(), searchedDigits(typed)].filter((part) => part !== null);
  const contains = parts.map((part) => sql`(${text}) ILIKE ${`%${part.replace(/[\\%_]/g, "\\$&")}%`}`);
  return sql<boolean>`(${sql.join(contains, sql` OR `)})`;
}
