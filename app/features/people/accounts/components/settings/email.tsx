import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { useForm } from "~/ui/form/use-form";
import { notices } from "~/ui/overlay/toast-store";
import { confirmEmailChange, requestEmailChange } from "../../client";
import { changeEmailSchema } from "../../schema";
import type { ProfileView } from "../../views";
import { EmailField } from "../sign-in/email-field";
import { PasswordField } from "../sign-in/password-field";
import { SettingsSection } from "./settings-section";
import { showSavedProfile } from "./show-saved-profile";

export function Email({ profile }: { profile: ProfileView }) {
  useMailedLink();
  const { errors, refusal, pending, formProps } = useForm({
    schema: changeEmailSchema,
    async send(input, form) {
      showSavedProfile(await requestEmailChange(input), m.account_email_change_requested());
      form.reset();
    },
  });
  return (
    <SettingsSection
      id="email"
      title={m.account_email()}
      lead={m.account_email_now({ email: profile.email })}
    >
      {profile.pendingEmail && (
        <p role="status" className="rounded bg-brass-soft p-3 text-sm text-brass-text">
          {m.account_email_pending({ email: profile.pendingEmail })}
        </p>
      )}
      <form {...formProps} className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <EmailField label={m.account_email_new()} error={errors.email} />
          <PasswordField label={m.account_password_current()} error={errors.password} />
        </div>
        <Failure>{refusal?.message}</Failure>
        <Button type="submit" tone="quiet" className="self-start" disabled={pending}>
          {m.account_email_change()}
        </Button>
      </form>
    </SettingsSection>
  );
}

/** Follows the emailed link once and removes it from the address. */
function useMailedLink() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const followed = useRef("");
  const link = /^#email=(.+)$/.exec(hash)?.[1];

  useEffect(() => {
    if (!link || followed.current === link) return;
    followed.current = link;
    confirmEmailChange(link)
      .then(
        (profile) => showSavedProfile(profile, m.account_email_changed()),
        (error) => {
          const title = error instanceof HttpError ? error.message : m.common_unexpected_answer();
          notices.show({ title, tone: "error" });
        },
      )
      .finally(() => navigate("/user-settings", { replace: true }));
  }, [link, navigate]);
}
