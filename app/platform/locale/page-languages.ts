import {
  DEFAULT_LOCALE,
  type Locale,
  languageAttributes,
  languageName,
  type PageLanguage,
  prefixOf,
} from "./locale";

/**
 * Languages of the public pages, English first; empty if there is only one. Without pseudo-languages, which have the
 * regions XA and XB.
 */
export function listPageLanguages(offered: readonly Locale[]): readonly Locale[] {
  const others = offered.filter((locale) => !/-X[AB]$/.test(locale));
  return others.length > 0 ? [DEFAULT_LOCALE, ...others] : [];
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

/** As `localPath`, for any language. The home page has no slash at its end, as in the router's links: /ar. */
export function prefixPath(prefix: string, path: string): string {
  return (path === "/" && prefix) || prefix + path;
}
