import type { ComponentProps } from "react";
import { m } from "~/paraglide/messages";
import { languageLabel } from "~/platform/locale/language-names";
import type { Locale } from "~/platform/locale/locale";
import { Select } from "~/ui/form/field";

type InvitationLanguageProps = Omit<ComponentProps<typeof Select>, "label" | "hint" | "children"> & {
  /** Languages that the invited person can read the product in, if there are several. */
  languages: readonly Locale[] | undefined;
};

export function InvitationLanguage({ languages = [], ...select }: InvitationLanguageProps) {
  if (languages.length < 2) return null;
  return (
    <Select label={m.account_language()} hint={m.team_language_hint()} {...select}>
      {languages.map((locale) => (
        <option key={locale} value={locale}>
          {languageLabel(locale)}
        </option>
      ))}
    </Select>
  );
}
