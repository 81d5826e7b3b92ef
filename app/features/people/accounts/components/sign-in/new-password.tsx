import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { clearSession } from "~/platform/auth/session";
import { Button } from "~/ui/button";
import { restoreServerFields } from "~/ui/form/server-fields";
import { useForm } from "~/ui/form/use-form";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { notices } from "~/ui/overlay/toast-store";
import { PASSWORD_LENGTH } from "../../account";
import { resetPassword } from "../../client";
import { newPassword } from "../../schema";
import { AuthFrame, StepLink } from "./auth-frame";
import { PasswordField } from "./password-field";

const schema = z.object({ password: newPassword });

/** Step of the reset link: choose a password, then sign in. */
export function NewPassword({ link }: { link: string }) {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { errors, pending, formProps } = useForm({
    schema,
    async send({ password }) {
      await resetPassword({ link, password });
      // All sessions have ended, this one included.
      clearSession();
      notices.show({
        title: m.account_password_changed_title(),
        description: m.account_password_changed(),
        tone: "success",
      });
      navigate("/auth", { replace: true });
    },
    reportFieldErrors: true,
    onFailure(description) {
      notices.show({ title: m.account_password_change_error(), description, tone: "error" });
    },
  });

  return (
    <AuthFrame title={m.account_new_password_title()} lead={m.account_new_password_lead()}>
      <form ref={restoreServerFields} {...formProps} className="flex flex-col gap-5">
        <PasswordField
          isNew
          label={m.account_new_password()}
          hint={m.account_password_hint({ min: PASSWORD_LENGTH.min })}
          error={errors.password}
        />
        <Button type="submit" size="large" disabled={!hydrated || pending}>
          {m.account_new_password_set()}
        </Button>
      </form>
      <p className="text-sm">
        <StepLink mode="forgot">{m.account_new_link()}</StepLink>
      </p>
    </AuthFrame>
  );
}
