import { overwriteGetLocale } from "~/paraglide/runtime";
import { DEFAULT_LOCALE, isLocale } from "./locale";

/** In the browser the page's language is spoken. The build fixes it, so this is for development alone. */
export function speakThePagesLanguage(): void {
  overwriteGetLocale(() => {
    const { lang } = document.documentElement;
    return isLocale(lang) ? lang : DEFAULT_LOCALE;
  });
}
