import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { useRestoredDraft } from "~/ui/form/restore-draft";
import { useForm } from "~/ui/form/use-form";
import { confirmEmailChange, requestEmailChange } from "../../client";
import { changeEmailSchema } from "../../schema";
import type { ProfileView } from "../../views";
import { showFailure } from "../show-failure";
import { EmailField } from "../sign-in/email-field";
import { PasswordField } from "../sign-in/password-field";
import { SettingsSection } from "./settings-section";
import { showSavedProfile } from "./show-saved-profile";

export function Email({ profile }: { profile: ProfileView }) {
  const { errors, refusal, pending, formProps } = useForm({
    schema: changeEmailSchema,
    async send(input, form) {
      showSavedProfile(await requestEmailChange(input), m.account_email_change_requested());
      form.reset();
    },
  });
  const restoreTyped = useRestoredDraft(`new-email ${profile.email}`);
  return (
    <SettingsSection
      id="email"
      title={m.account_email()}
      lead={m.account_email_now({ email: profile.email })}
    >
      {profile.pendingEmail && (
        <p role="status" className="rounded bg-brass-soft p-3 text-sm text-brass-text">
          {profile.pendingEmailUndeliverable
            ? m.account_email_pending_undeliverable({ email: profile.pendingEmail })
            : m.account_email_pending({ email: profile.pendingEmail })}
        </p>
      )}
      <ConfirmNewEmail />
      <form ref={restoreTyped} {...formProps} className="flex flex-col gap-5">
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

/** Confirms the emailed link by a button, because mail scanners open links. */
function ConfirmNewEmail() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const link = /^#email=(.+)$/.exec(hash)?.[1];
  if (!link) return null;

  async function confirm(link: string) {
    setPending(true);
    try {
      showSavedProfile(await confirmEmailChange(link), m.account_email_changed());
    } catch (error) {
      showFailure(error);
    } finally {
      navigate("/user-settings", { replace: true });
    }
  }

  return (
    <Button autoFocus className="self-start" disabled={pending} onClick={() => confirm(link)}>
      {m.account_email_confirm()}
    </Button>
  );
}
