import { ARABIC, currentLocale } from "./locale";

/** Text stored in both languages in the reader's language; in English where the Arabic text is missing. */
export function readerText(english: string, arabic: string | null): string {
  return currentLocale() === ARABIC ? (arabic ?? english) : english;
}
