import { m } from "~/paraglide/messages";
import { currentLocale, DEFAULT_LOCALE, languageName } from "~/platform/locale/locale";
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

export function Profile({ profile }: { profile: ProfileView }) {
  const { errors, refusal, pending, formProps } = useForm({
    schema: profileSchema,
    async send({ phone, ...rest }) {
      showSavedProfile(await changeProfile({ ...rest, phone: phone ?? "" }));
    },
  });
  return (
    <SettingsSection id="profile" title={m.account_profile()}>
      <form {...formProps} className="flex flex-col gap-5">
        <TextField
          name="name"
          label={m.account_name()}
          autoComplete="name"
          defaultValue={profile.name}
          maxLength={60}
          required
          error={errors.name}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            name="phone"
            type="tel"
            label={m.account_phone()}
            optional={m.common_optional()}
            autoComplete="tel"
            inputMode="tel"
            defaultValue={profile.phone ? formatPhone(profile.phone) : ""}
            placeholder={m.booking_phone_example()}
            error={errors.phone}
          />
          <Select name="language" label={m.account_language()} defaultValue={profile.language}>
            {[...new Set([DEFAULT_LOCALE, currentLocale(), profile.language])].map((locale) => (
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
