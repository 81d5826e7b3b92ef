import { overwriteGetLocale } from "~/paraglide/runtime";
import { DEFAULT_LOCALE, isLocale } from "./locale";

/** Takes the locale from the document. Only for development, because builds fix the locale. */
export function followDocumentLocale(): void {
  overwriteGetLocale(() => {
    const { lang } = document.documentElement;
    return isLocale(lang) ? lang : DEFAULT_LOCALE;
  });
}
