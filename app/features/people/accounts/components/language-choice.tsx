import HardHat from "lucide-react/icons/hard-hat";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { enterLanguage } from "~/platform/auth/profile-language";
import type { SessionUser } from "~/platform/auth/session";
import { languageName } from "~/platform/locale/language-names";
import { currentLocale, type Locale, languageAttributes } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { Select } from "~/ui/form/field";
import { EmptyState } from "~/ui/screen/empty-state";
import { chooseLanguage } from "../client";
import { showFailure } from "./show-failure";

/** Set on a device where the technician has chosen a language. */
const CHOSEN = "technician_language_chosen";

/** True at the first launch on a device, unless the profile names another language than English. */
export function mustChooseLanguage({ language, languages = [] }: SessionUser): boolean {
  if (languages.length < 2 || (language && language !== languages[0])) return false;
  try {
    return localStorage.getItem(CHOSEN) === null;
  } catch {
    return false;
  }
}

function rememberChoice(): void {
  try {
    localStorage.setItem(CHOSEN, "1");
  } catch {}
}

/** List of the languages by their own names. */
export function FirstLanguageChoice({ user, onChosen }: { user: SessionUser; onChosen: () => void }) {
  const { languages = [] } = user;
  const { saving, choose } = useLanguageChoice(onChosen);
  return (
    <main className="grid min-h-svh place-items-center px-4">
      <EmptyState icon={<HardHat aria-hidden />} title={m.account_language()} heading="h1">
        <ul className="grid w-72 max-w-full gap-2">
          {languages.map((locale) => (
            <li key={locale}>
              <Button
                {...languageAttributes(locale)}
                tone="quiet"
                size="large"
                disabled={saving !== null}
                onClick={() => void choose(locale)}
                className="w-full"
              >
                {nameOf(user, locale)}
              </Button>
            </li>
          ))}
        </ul>
      </EmptyState>
    </main>
  );
}

export function LanguageSelect({ user }: { user: SessionUser }) {
  const { languages = [] } = user;
  const { saving, choose } = useLanguageChoice(() => {});
  return (
    <Select
      label={m.account_language()}
      value={saving ?? currentLocale()}
      disabled={saving !== null}
      onChange={({ target }) => void choose(target.value as Locale)}
    >
      {languages.map((locale) => (
        <option key={locale} value={locale} {...languageAttributes(locale)}>
          {nameOf(user, locale)}
        </option>
      ))}
    </Select>
  );
}

/** A session that the device stored earlier may lack the names. */
function nameOf({ languageNames }: SessionUser, locale: Locale): string {
  return languageNames?.[locale] ?? languageName(locale);
}

/** Saves the language in the profile and opens the app in it. `onChosen`: it is the language of this page. */
function useLanguageChoice(onChosen: () => void) {
  const [saving, setSaving] = useState<Locale | null>(null);

  async function choose(language: Locale) {
    setSaving(language);
    try {
      await chooseLanguage(language);
      rememberChoice();
      if (!enterLanguage(language)) onChosen();
    } catch (error) {
      showFailure(error);
      setSaving(null);
    }
  }

  return { saving, choose };
}
