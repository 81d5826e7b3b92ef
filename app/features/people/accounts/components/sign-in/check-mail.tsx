import { useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { Button } from "~/ui/button";
import { notices, passingNotices } from "~/ui/overlay/toast-store";
import { sendConfirmation } from "../../client";
import { AuthFrame, StepLink } from "./auth-frame";
import { useCaptcha } from "./use-captcha";

/** Step after sign-up: check the inbox, or request another email. */
export function CheckMail({ email }: { email: string }) {
  const [sending, setSending] = useState(false);
  const { captcha, captchaToken, used } = useCaptcha({ atOnce: true });

  async function sendAgain() {
    setSending(true);
    try {
      await sendConfirmation({ email, captchaToken });
      passingNotices.show({ title: m.account_resent(), tone: "success" });
    } catch (error) {
      const description = error instanceof HttpError ? error.message : m.common_unexpected_answer();
      notices.show({ title: m.account_sign_up_error(), description, tone: "error" });
    } finally {
      used();
      setSending(false);
    }
  }

  return (
    <AuthFrame title={m.account_check_mail_title()} lead={m.account_check_mail({ email })}>
      <p className="text-sm text-muted">{m.account_check_mail_hint()}</p>
      {captcha}
      <Button tone="quiet" disabled={sending} onClick={sendAgain}>
        {m.account_resend()}
      </Button>
      <p className="text-sm">
        <StepLink>{m.account_back_to_sign_in()}</StepLink>
      </p>
    </AuthFrame>
  );
}
