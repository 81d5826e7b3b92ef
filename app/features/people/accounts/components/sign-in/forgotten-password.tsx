import { useState } from "react";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { restoreDraft } from "~/ui/form/restore-draft";
import { useForm } from "~/ui/form/use-form";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { notices } from "~/ui/overlay/toast-store";
import { email } from "../../../../core/forms/schema";
import { sendReset } from "../../client";
import { AuthFrame, StepLink } from "./auth-frame";
import { EmailField } from "./email-field";
import { useCaptcha } from "./use-captcha";

const restoreTyped = restoreDraft("forgotten-password");

const schema = z.object({ email });

export function ForgottenPassword() {
  const hydrated = useHydrated();
  const [sentTo, setSentTo] = useState("");
  const { captcha, captchaToken, used } = useCaptcha({ atOnce: true });
  const { errors, pending, formProps } = useForm({
    schema,
    async send({ email }) {
      try {
        await sendReset({ email, captchaToken });
      } finally {
        used();
      }
      notices.show({
        title: m.account_reset_sent_title(),
        description: m.account_reset_sent(),
        tone: "success",
      });
      setSentTo(email);
    },
    reportFieldErrors: true,
    onFailure(description) {
      notices.show({ title: m.account_reset_error(), description, tone: "error" });
    },
  });

  return (
    <AuthFrame title={m.account_forgot_title()} lead={m.account_forgot_lead()}>
      {sentTo && <p role="status">{m.account_reset_sent_to({ email: sentTo })}</p>}
      <form ref={restoreTyped} {...formProps} className="flex flex-col gap-5">
        <EmailField error={errors.email} />
        {captcha}
        <Button type="submit" size="large" tone={sentTo ? "quiet" : "action"} disabled={!hydrated || pending}>
          {sentTo ? m.account_resend() : m.account_reset_send()}
        </Button>
      </form>
      <p className="text-sm">
        <StepLink>{m.account_back_to_sign_in()}</StepLink>
      </p>
    </AuthFrame>
  );
}
