import { ARABIC, currentLocale } from "~/platform/locale/locale";

/** Text of an entry in the language of the office user, in English where the Arabic text is missing. */
export function readerText(english: string, arabic: string | null): string {
  return currentLocale() === ARABIC ? (arabic ?? english) : english;
}
