import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { Button } from "~/ui/button";
import { useForm } from "~/ui/form/use-form";
import { notices } from "~/ui/overlay/toast-store";
import { PASSWORD_LENGTH } from "../../account";
import { changePassword, devicesQuery } from "../../client";
import { changePasswordSchema } from "../../schema";
import { PasswordField } from "../sign-in/password-field";
import { SettingsSection } from "./settings-section";

export function Password() {
  const { errors, pending, formProps } = useForm({
    schema: changePasswordSchema,
    async send(passwords, form) {
      await changePassword(passwords);
      form.reset();
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
      notices.show({
        title: m.account_password_changed_title(),
        description: m.account_password_changed(),
        tone: "success",
      });
    },
    reportFieldErrors: true,
    onFailure(description) {
      notices.show({ title: m.account_password_change_error(), description, tone: "error" });
    },
  });
  return (
    <SettingsSection id="password" title={m.account_password()} lead={m.account_password_lead()}>
      <form {...formProps} className="flex flex-col gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <PasswordField
            name="currentPassword"
            label={m.account_password_current()}
            error={errors.currentPassword}
          />
          <PasswordField
            isNew
            label={m.account_new_password()}
            hint={m.account_password_hint({ min: PASSWORD_LENGTH.min })}
            error={errors.password}
          />
        </div>
        <Button type="submit" tone="quiet" className="self-start" disabled={pending}>
          {m.account_password_change()}
        </Button>
      </form>
    </SettingsSection>
  );
}
