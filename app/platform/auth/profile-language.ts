import { currentLocale, type Locale, prefixOf, routePath } from "../locale/locale";
import { prefixPath } from "../locale/page-languages";
import type { Session } from "./session";

/** Leaves for the same page in the language of the user's profile. Returns false if this is it. */
export function enterProfileLanguage(session: Session): boolean {
  const language = session.state === "signed-in" ? session.user.language : undefined;
  return language !== undefined && enterLanguage(language);
}

/** Leaves for the same page in the language. Returns false if this is it. */
export function enterLanguage(language: Locale): boolean {
  if (language === currentLocale()) return false;
  const { pathname, search, hash } = window.location;
  window.location.replace(prefixPath(prefixOf(language), routePath(pathname)) + search + hash);
  return true;
}
