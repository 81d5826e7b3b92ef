import { experimentalStaticLocale, getLocale, type Locale, locales } from "~/paraglide/runtime";

/*
 * Locales and their properties. The current one comes from the request, the mail's recipient
 * (locale.server.ts) or the page in the browser. No other code names a locale
 * (docs/decisions/0021-language.md).
 */

export { type Locale, locales };

interface Language {
  /** Name in the language itself. */
  name: string;
  /** Intl locale for numbers, dates and lists. */
  intl: string;
  direction: "ltr" | "rtl";
  /** For link previews. */
  openGraph: string;
  /** Path prefix of pages and API calls. */
  prefix: string;
}

const languages: Record<Locale, Language> = {
  en: { name: "English", intl: "en-AE", direction: "ltr", openGraph: "en_AE", prefix: "" },
  // Generated from English (scripts/pseudo-language.mjs). Arabic dates reveal formats that ignore the locale.
  "en-XB": {
    name: "Éñĝļîîšĥ",
    intl: "ar-AE-u-nu-latn",
    direction: "rtl",
    openGraph: "en_XB",
    prefix: "/en-XB",
  },
};

/** Default, for example for mails to the office. */
export const DEFAULT_LOCALE: Locale = "en";
const PSEUDO_LOCALE: Locale = "en-XB";

/** Locales that can be requested; the pseudo-locale only in development. */
export function availableLocales({ pseudoLanguage }: { pseudoLanguage: boolean }): Locale[] {
  return locales.filter((locale) => locale !== PSEUDO_LOCALE || pseudoLanguage);
}

/** Locale of the current request, mail or page. */
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
 * Keeps grouped numbers, such as phone numbers, in order within right-to-left text. Uses characters (UAX 9,
 * U+2066 and U+2069) instead of markup, because it also applies to mails, titles and labels.
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
 * Isolates user text of the other direction, such as a name, so that it does not reorder the surrounding
 * sentence (UAX 9, U+2068 and U+2069, per line). Already isolated text stays unchanged. Standalone text on
 * screens uses `<bdi>` or `dir="auto"` instead.
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

/** Such as "en_AE". */
export function openGraphLocale(): string {
  return languages[currentLocale()].openGraph;
}

/**
 * Path prefix of the current locale: empty for English, "/ar" for Arabic. The router adds it to its own
 * links.
 */
export function localePrefix(): string {
  return languages[currentLocale()].prefix;
}

/** Path with the locale prefix, for addresses that the router does not generate. */
export function localPath(path: string): string {
  return localePrefix() + path;
}

/** Path without the locale prefix, for the router. */
export function routePath(path: string): string {
  const prefix = localePrefix();
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/** Splits the locale prefix off a path. */
export function splitPath(path: string, spoken: readonly Locale[]): { locale: Locale; path: string } {
  for (const locale of spoken) {
    const { prefix } = languages[locale];
    if (prefix && (path === prefix || path.startsWith(`${prefix}/`))) {
      return { locale, path: path.slice(prefix.length) || "/" };
    }
  }
  return { locale: DEFAULT_LOCALE, path };
}

/** Name in the language itself. */
export function languageName(locale: Locale): string {
  return languages[locale].name;
}

export function isLocale(name: string | null | undefined): name is Locale {
  return locales.some((locale) => locale === name);
}

/** The default for unknown names, such as those of removed locales. */
export function localeOrDefault(name: string): Locale {
  return isLocale(name) ? name : DEFAULT_LOCALE;
}

/**
 * Creates a value once per locale, because Intl formatters are slow to create: `const clock =
 * perLocale((intl) => new Intl.DateTimeFormat(intl, …))`, then `clock().format(…)`.
 */
export function perLocale<Made>(make: (intl: string) => Made): () => Made {
  const made = new Map<string, Made>();
  return () => {
    const intl = intlLocale();
    let one = made.get(intl);
    if (one === undefined) {
      one = make(intl);
      made.set(intl, one);
    }
    return one;
  };
}

const listFormat = perLocale((intl) => new Intl.ListFormat(intl, { type: "unit" }));

/** "Plumbing, Electrical" in the current locale. */
export function formatList(parts: readonly string[]): string {
  return listFormat().format(parts);
}
