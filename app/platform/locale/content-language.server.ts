import { type RawBuilder, sql } from "kysely";
import { ARABIC, currentLocale } from "./locale";

/*
 * Content that the office writes has two languages: the column `name` has the nullable twin `name_ar`
 * (docs/decisions/0129-content-in-two-languages.md). The reader's language is the one of the messages around the
 * text: `inLocale` sets it for emails and documents, whose `ctx.locale` is that of the worker or of the office.
 */

function isArabic(): boolean {
  return currentLocale() === ARABIC;
}

/** Row with the texts of `columns` in the reader's language, in English where the twin is null. */
export function inReaderLanguage<
  Column extends string,
  Row extends { [Name in Column | `${Column}Ar`]: unknown },
>(row: Row, columns: readonly Column[]): Omit<Row, `${Column}Ar`> {
  const result: Record<string, unknown> = { ...row };
  for (const column of columns) {
    const arabic = result[`${column}Ar`];
    if (isArabic() && arabic !== null) result[column] = arabic;
    delete result[`${column}Ar`];
  }
  return result as Omit<Row, `${Column}Ar`>;
}

/** SQL expression with the same result for a column such as "services.name". */
export function textInReaderLanguage<Text = string>(column: string): RawBuilder<Text> {
  return isArabic()
    ? sql<Text>`coalesce(${sql.ref(`${column}Ar`)}, ${sql.ref(column)})`
    : sql<Text>`${sql.ref(column)}`;
}
