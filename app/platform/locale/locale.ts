import { experimentalStaticLocale, getLocale, type Locale, locales } from "~/paraglide/runtime";

/*
 * The languages and what each brings along. Which one is spoken belongs to the request or to the recipient of a mail
 * (locale.server.ts); in the browser to the page. Nothing else in the code names a language
 * (docs/decisions/0021-language.md).
 */

export { type Locale, locales };

interface Language {
  /** As those who speak it write it. */
  name: string;
  /** How numbers, dates and lists are written: a name that Intl knows. */
  intl: string;
  direction: "ltr" | "rtl";
  /** As link previews name it. */
  openGraph: string;
  /** Before each path of its pages and calls. */
  prefix: string;
}

const languages: Record<Locale, Language> = {
  en: { name: "English", intl: "en-AE", direction: "ltr", openGraph: "en_AE", prefix: "" },
  // Made from the English texts (scripts/pseudo-language.mjs). Its dates are Arabic, so that one that does not follow
  // the language is seen.
  "en-XB": {
    name: "Éñĝļîîšĥ",
    intl: "ar-AE-u-nu-latn",
    direction: "rtl",
    openGraph: "en_XB",
    prefix: "/en-XB",
  },
};

/** Spoken where nothing says otherwise, such as to the office's own address. */
export const DEFAULT_LOCALE: Locale = "en";
/** Made from the English texts, for development. */
const PSEUDO_LOCALE: Locale = "en-XB";

/** The languages that may be asked for: those that people speak, and in development the one made from English. */
export function spokenLocales({ pseudoLanguage }: { pseudoLanguage: boolean }): Locale[] {
  return locales.filter((locale) => locale !== PSEUDO_LOCALE || pseudoLanguage);
}

/** The language that is spoken now: of the request, of the mail, of the page. */
export function currentLocale(): Locale {
  return experimentalStaticLocale ?? getLocale();
}

/** What Intl is to be given for the language that is spoken now. */
export function intlLocale(): string {
  return languages[currentLocale()].intl;
}

export function textDirection(): "ltr" | "rtl" {
  return languages[currentLocale()].direction;
}

/**
 * Numbers in groups, such as a phone's, are read from left to right in every language; text around them that runs the
 * other way would turn their order round. Isolated by characters (UAX 9, U+2066 and U+2069), as this goes into mails, titles and
 * labels too.
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
 * What a person wrote (a name, an address, a reason), to be put into a sentence: where it has letters of the other direction,
 * it keeps its own order and leaves the sentence's as it is (UAX 9, U+2068 and U+2069, which end with the line). What is isolated
 * already stays as it is. On a screen
 * and by itself it stands in `<bdi>`, or in a paragraph with `dir="auto"`.
 */
export function bidiIsolate(text: string): string {
  const other = otherDirection[textDirection()];
  return text.replace(/.+/g, (line) =>
    other.test(line) && !/^\u2068[^\u2068\u2069]*\u2069$/.test(line) ? `\u2068${line}\u2069` : line,
  );
}

/** The attributes of what is written in a language. */
export function languageAttributes(locale: Locale): { lang: Locale; dir: "ltr" | "rtl" } {
  return { lang: locale, dir: languages[locale].direction };
}

/** The attributes of a document's root element. */
export function languageOfDocument(): { lang: Locale; dir: "ltr" | "rtl" } {
  return languageAttributes(currentLocale());
}

/** "en_AE": as link previews name the language. */
export function openGraphLocale(): string {
  return languages[currentLocale()].openGraph;
}

/**
 * What comes before the path of a page or a call in the language that is spoken now: nothing for English, "/ar" for
 * a language of that name. The router puts it before its links by itself.
 */
export function localePrefix(): string {
  return languages[currentLocale()].prefix;
}

/** The path of one of our addresses ("/contact"), in the language that is spoken now. For what the router does not write. */
export function localPath(path: string): string {
  return localePrefix() + path;
}

/** The same path for the router, which knows the language already: what `localPath` put before it is left out. */
export function routePath(path: string): string {
  const prefix = localePrefix();
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/** The language that a path names by its first part, and the path without it. `spoken`: those that may be asked for. */
export function splitPath(path: string, spoken: readonly Locale[]): { locale: Locale; path: string } {
  for (const locale of spoken) {
    const { prefix } = languages[locale];
    if (prefix && (path === prefix || path.startsWith(`${prefix}/`))) {
      return { locale, path: path.slice(prefix.length) || "/" };
    }
  }
  return { locale: DEFAULT_LOCALE, path };
}

/** "English": as those who speak it write it. */
export function languageName(locale: Locale): string {
  return languages[locale].name;
}

/** Whether it names a language of ours. */
export function isLocale(name: string | null | undefined): name is Locale {
  return locales.some((locale) => locale === name);
}

/** The language that a record names; one that is spoken no more is as if none were named. */
export function localeNamed(name: string): Locale {
  return isLocale(name) ? name : DEFAULT_LOCALE;
}

/**
 * Makes something once a language, as Intl's formatters are slow to make:
 * `const clock = perLanguage((intl) => new Intl.DateTimeFormat(intl, …))`, then `clock().format(…)`.
 */
export function perLanguage<Made>(make: (intl: string) => Made): () => Made {
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

const enumeration = perLanguage((intl) => new Intl.ListFormat(intl, { type: "unit" }));

/** "Plumbing, Electrical": one beside the other, as the language that is spoken now writes it. */
export function enumerated(parts: readonly string[]): string {
  return enumeration().format(parts);
}
