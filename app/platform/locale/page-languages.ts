import { DEFAULT_LOCALE, isTechnicianOnly, type Locale } from "./locale";

/**
 * Languages of the public pages, English first; empty if there is only one. Without pseudo-languages, which have the
 * regions XA and XB.
 */
export function listPageLanguages(offered: readonly Locale[]): readonly Locale[] {
  return withDefault(offered.filter((locale) => !isPseudo(locale) && !isTechnicianOnly(locale)));
}

/** Likewise for the technician's app, which has further languages. */
export function listTechnicianLanguages(offered: readonly Locale[]): readonly Locale[] {
  return withDefault(offered.filter((locale) => !isPseudo(locale)));
}

function withDefault(others: readonly Locale[]): readonly Locale[] {
  return others.length > 0 ? [DEFAULT_LOCALE, ...others] : [];
}

function isPseudo(locale: Locale): boolean {
  return /-X[AB]$/.test(locale);
}

/** Path in the language of the prefix, like `localPath`. The home page is /ar without a slash, as in the router's links. */
export function prefixPath(prefix: string, path: string): string {
  return (path === "/" && prefix) || prefix + path;
}
