import { experimentalStaticLocale, getLocale, type Locale, locales } from "~/paraglide/runtime";

/* No other code names a locale (docs/decisions/0021-locales.md). */

export { type Locale, locales };

/** Language that the public pages offer, for links to it. */
export interface PageLanguage {
  locale: Locale;
  name: string;
  direction: "ltr" | "rtl";
  /** "" for English, "/ar" for Arabic. */
  prefix: string;
}

export const DEFAULT_LOCALE: Locale = "en";

/** Second language of documents, because UAE tax documents are read in Arabic. */
export const ARABIC: Locale = "ar";

/** Generated from English. Arabic dates reveal formats that ignore the locale. */
const PSEUDO_LOCALE: Locale = "en-XB";

/** Languages of all pages; the others have the texts of the technician's app alone. */
const PAGE_LOCALES: readonly Locale[] = [DEFAULT_LOCALE, ARABIC, PSEUDO_LOCALE];

/** Languages of the region written from the right, also those that are not offered yet: Persian, Pashto, Sindhi. */
const RIGHT_TO_LEFT_LOCALES = ["ar", "fa", "ps", "sd", "ur", PSEUDO_LOCALE];

/** Locales other than the default one that a deployment offers (`LANGUAGES`). Throws for an unknown name. */
export function offeredLocales(names: readonly string[] | "all"): Locale[] {
  const others = locales.filter((locale) => locale !== DEFAULT_LOCALE);
  if (names === "all") return others;
  const unknown = names.find((name) => !others.some((locale) => locale === name));
  if (unknown !== undefined)
    throw new Error(`LANGUAGES names ${unknown}, which is not one of ${others.join(", ")}`);
  return others.filter((locale) => names.includes(locale));
}

export function currentLocale(): Locale {
  return experimentalStaticLocale ?? getLocale();
}

/** Western digits in every language, and the formats of the UAE. */
export function intlLocale(): string {
  const locale = currentLocale();
  return `${locale === PSEUDO_LOCALE ? ARABIC : locale}-AE-u-nu-latn`;
}

export function textDirection(): "ltr" | "rtl" {
  return directionOf(currentLocale());
}

function directionOf(locale: Locale): "ltr" | "rtl" {
  return RIGHT_TO_LEFT_LOCALES.includes(locale) ? "rtl" : "ltr";
}

/**
 * Keeps phone numbers in order within right-to-left text (UAX 9). Uses characters instead of markup, because
 * mails and labels are plain text.
 */
export function leftToRight(text: string): string {
  return textDirection() === "rtl" ? `\u2066${text}\u2069` : text;
}

const otherDirection = {
  ltr: /[\p{Script=Arabic}\p{Script=Hebrew}]/u,
  rtl: /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u,
};

/**
 * Isolates user text of the other direction, so that it does not reorder the sentence (UAX 9). Standalone
 * text uses `<bdi>` instead.
 */
export function bidiIsolate(text: string): string {
  const other = otherDirection[textDirection()];
  return text.replace(/.+/g, (line) =>
    other.test(line) && !/^\u2068[^\u2068\u2069]*\u2069$/.test(line) ? `\u2068${line}\u2069` : line,
  );
}

export function languageAttributes(locale: Locale): { lang: Locale; dir: "ltr" | "rtl" } {
  return { lang: locale, dir: directionOf(locale) };
}

export function documentLanguageAttributes(): { lang: Locale; dir: "ltr" | "rtl" } {
  return languageAttributes(currentLocale());
}

export function openGraphLocale(): string {
  return `${currentLocale().slice(0, 2)}_AE`;
}

/** "" for English, "/ar" for Arabic. The router adds it to its own links. */
export function localePrefix(): string {
  return prefixOf(currentLocale());
}

/** Adds the locale prefix to a path that the router does not generate. The home page has the router's form, /ar. */
export function localPath(path: string): string {
  const prefix = localePrefix();
  return (path === "/" && prefix) || prefix + path;
}

export function prefixOf(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? "" : `/${locale}`;
}

/** Path without the locale prefix, for the router. */
export function routePath(path: string): string {
  const prefix = localePrefix();
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

export function splitPath(path: string, available: readonly Locale[]): { locale: Locale; path: string } {
  for (const locale of available) {
    const prefix = prefixOf(locale);
    if (prefix && (path === prefix || path.startsWith(`${prefix}/`))) {
      return { locale, path: path.slice(prefix.length) || "/" };
    }
  }
  return { locale: DEFAULT_LOCALE, path };
}

/** True for languages without texts of the website and the office. */
export function isTechnicianOnly(locale: Locale): boolean {
  return !PAGE_LOCALES.includes(locale);
}

export function isLocale(name: string | null | undefined): name is Locale {
  return locales.some((locale) => locale === name);
}

export function localeOrDefault(name: string): Locale {
  return isLocale(name) ? name : DEFAULT_LOCALE;
}

/** Caches Intl formatters, which are slow to create. */
export function perLocale<Formatter>(make: (intl: string) => Formatter): () => Formatter {
  const formatters = new Map<string, Formatter>();
  return () => {
    const intl = intlLocale();
    let one = formatters.get(intl);
    if (one === undefined) {
      one = make(intl);
      formatters.set(intl, one);
    }
    return one;
  };
}

const listFormat = perLocale((intl) => new Intl.ListFormat(intl, { type: "unit" }));

export function formatList(parts: readonly string[]): string {
  return listFormat().format(parts);
}
