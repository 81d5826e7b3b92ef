import { type Locale, languageAttributes, type PageLanguage, perLocale, prefixOf } from "./locale";

/** "العربية": the language's own name. */
export function languageName(locale: Locale): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
}

const languageNames = perLocale((intl) => new Intl.DisplayNames(intl, { type: "language" }));

/** Name of a language in the current one: "Arabic". */
export function languageLabel(locale: string): string {
  return languageNames().of(locale) ?? locale;
}

/** Details of the languages for links to a page in each of them. */
export function describePageLanguages(locales: readonly Locale[]): PageLanguage[] {
  return locales.map((locale) => ({
    locale,
    name: languageName(locale),
    direction: languageAttributes(locale).dir,
    prefix: prefixOf(locale),
  }));
}
