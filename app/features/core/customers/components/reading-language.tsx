import { m } from "~/paraglide/messages";
import { languageLabel } from "~/platform/locale/language-names";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";

/** Language of a customer's messages and documents, unless it is the default one. */
export function ReadingLanguage({ language }: { language: string }) {
  if (language === DEFAULT_LOCALE) return null;
  return <span className="block text-xs">{m.customers_reads({ language: languageLabel(language) })}</span>;
}
