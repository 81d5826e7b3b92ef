import { m } from "~/paraglide/messages";
import { languageName } from "~/platform/locale/language-names";
import { currentLocale, DEFAULT_LOCALE, type Locale } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { Select, TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { changeProfile } from "../../client";
import { profileSchema } from "../../schema";
import type { ProfileView } from "../../views";
import { SettingsSection } from "./settings-section";
import { showSavedProfile } from "./show-saved-profile";

interface ProfileProps {
  profile: ProfileView;
  /** Languages of the pages. */
  languages: readonly Locale[];
}

export function Profile({ profile, languages }: ProfileProps) {
  const form = useForm({
    initialValues: {
      name: profile.name,
      phone: profile.phone ? formatPhone(profile.phone) : "",
      language: profile.language as string,
    },
    schema: profileSchema,
    draft: `profile ${profile.email}`,
    async send({ phone, ...rest }) {
      showSavedProfile(await changeProfile({ ...rest, phone: phone ?? "" }));
    },
  });
  const { refusal, pending, formProps } = form;
  return (
    <SettingsSection id="profile" title={m.account_profile()}>
      <form {...formProps} className="flex flex-col gap-5">
        <TextField
          {...form.field("name")}
          label={m.account_name()}
          autoComplete="name"
          maxLength={60}
          required
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...form.field("phone")}
            type="tel"
            label={m.account_phone()}
            optional={m.common_optional()}
            autoComplete="tel"
            inputMode="tel"
            placeholder={m.booking_phone_example()}
          />
          <Select {...form.field("language")} label={m.account_language()}>
            {[...new Set([DEFAULT_LOCALE, ...languages, currentLocale(), profile.language])].map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {languageName(locale)}
              </option>
            ))}
          </Select>
        </div>
        <Failure>{refusal?.message}</Failure>
        <Button type="submit" className="self-start" disabled={pending}>
          {m.account_save()}
        </Button>
      </form>
    </SettingsSection>
  );
}
