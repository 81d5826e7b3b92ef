import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { restoreDraft } from "~/ui/form/restore-draft";
import { useForm } from "~/ui/form/use-form";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { notices } from "~/ui/overlay/toast-store";
import { customerName, email } from "../../../../core/forms/schema";
import { PASSWORD_LENGTH } from "../../account";
import { signUp } from "../../client";
import { newPassword } from "../../schema";
import { AuthFrame, StepLink } from "./auth-frame";
import { EmailField } from "./email-field";
import { PasswordField } from "./password-field";
import { useCaptcha } from "./use-captcha";

const restoreTyped = restoreDraft("sign-up");

const schema = z.object({ name: customerName, email, password: newPassword });

export function SignUp({ onSent }: { onSent: (email: string) => void }) {
  const hydrated = useHydrated();
  const { captcha, captchaToken, used } = useCaptcha({ atOnce: true });
  const { errors, pending, formProps } = useForm({
    schema,
    async send(account) {
      try {
        await signUp({ ...account, captchaToken });
      } catch (error) {
        used(error);
        throw error;
      }
      notices.show({
        title: m.account_signed_up_title(),
        description: m.account_signed_up(),
        tone: "success",
      });
      onSent(account.email);
    },
    reportFieldErrors: true,
    onFailure(description) {
      notices.show({ title: m.account_sign_up_error(), description, tone: "error" });
    },
  });

  return (
    <AuthFrame title={m.account_sign_up_title()} lead={m.account_sign_up_lead()}>
      <form ref={restoreTyped} {...formProps} className="flex flex-col gap-5">
        <TextField
          label={m.account_name()}
          name="name"
          autoComplete="name"
          maxLength={60}
          required
          error={errors.name}
        />
        <EmailField error={errors.email} />
        <PasswordField
          isNew
          hint={m.account_password_hint({ min: PASSWORD_LENGTH.min })}
          error={errors.password}
        />
        {captcha}
        <Button type="submit" size="large" disabled={!hydrated || pending}>
          {pending ? m.account_signing_up() : m.account_sign_up()}
        </Button>
      </form>
      <p className="text-sm">
        {m.account_have_account()} <StepLink>{m.account_sign_in()}</StepLink>
      </p>
    </AuthFrame>
  );
}
