import { experimentalStaticLocale, getLocale, type Locale, locales } from "~/paraglide/runtime";

/* No other code names a locale (docs/decisions/0021-locales.md). */

export { type Locale, locales };

interface Language {
  name: string;
  intl: string;
  direction: "ltr" | "rtl";
  openGraph: string;
  prefix: string;
}

/** Language that the public pages offer, for links to it. */
export interface PageLanguage {
  locale: Locale;
  name: string;
  direction: "ltr" | "rtl";
  /** "" for English, "/ar" for Arabic. */
  prefix: string;
}

const languages: Record<Locale, Language> = {
  en: { name: "English", intl: "en-AE", direction: "ltr", openGraph: "en_AE", prefix: "" },
  ar: {
    name: "العربية",
    // Western digits, as everywhere in the product.
    intl: "ar-AE-u-nu-latn",
    direction: "rtl",
    openGraph: "ar_AE",
    prefix: "/ar",
  },
  // Generated from English. Arabic dates reveal formats that ignore the locale.
  "en-XB": {
    name: "Éñĝļîîšĥ",
    intl: "ar-AE-u-nu-latn",
    direction: "rtl",
    openGraph: "en_XB",
    prefix: "/en-XB",
  },
};

export const DEFAULT_LOCALE: Locale = "en";

/** Second language of documents, because UAE tax documents are read in Arabic. */
export const ARABIC: Locale = "ar";

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

export function intlLocale(): string {
  return languages[currentLocale()].intl;
}

export function textDirection(): "ltr" | "rtl" {
  return languages[currentLocale()].direction;
}

/**
 * Keeps phone numbers in order within right-to-left text (UAX 9). Uses characters instead of markup, because
 * mails and labels are plain text.
 */
export function leftToRight(text: string): string {
  return textDirection() === "rtl" ? `\u2066${text}\u2069` : text;
}

const RIGHT_TO_LEFT = "[\\p{Script=Arabic}\\p{Script=Hebrew}]";
const otherDirection = {
  ltr: new RegExp(RIGHT_TO_LEFT, "u"),
  rtl: new RegExp(`(?!${RIGHT_TO_LEFT})\\p{L}`, "u"),
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
  return { lang: locale, dir: languages[locale].direction };
}

export function documentLanguageAttributes(): { lang: Locale; dir: "ltr" | "rtl" } {
  return languageAttributes(currentLocale());
}

export function openGraphLocale(): string {
  return languages[currentLocale()].openGraph;
}

/** "" for English, "/ar" for Arabic. The router adds it to its own links. */
export function localePrefix(): string {
  return languages[currentLocale()].prefix;
}

/** Adds the locale prefix to a path that the router does not generate. The home page has the router's form, /ar. */
export function localPath(path: string): string {
  const prefix = localePrefix();
  return (path === "/" && prefix) || prefix + path;
}

export function prefixOf(locale: Locale): string {
  return languages[locale].prefix;
}

/** Path without the locale prefix, for the router. */
export function routePath(path: string): string {
  const prefix = localePrefix();
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

export function splitPath(path: string, available: readonly Locale[]): { locale: Locale; path: string } {
  for (const locale of available) {
    const { prefix } = languages[locale];
    if (prefix && (path === prefix || path.startsWith(`${prefix}/`))) {
      return { locale, path: path.slice(prefix.length) || "/" };
    }
  }
  return { locale: DEFAULT_LOCALE, path };
}

export function languageName(locale: Locale): string {
  return languages[locale].name;
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
