import { useState } from "react";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { restoreDraft } from "~/ui/form/restore-draft";
import { restoreServerFields } from "~/ui/form/server-fields";
import { useForm } from "~/ui/form/use-form";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { notices } from "~/ui/overlay/toast-store";
import { email } from "../../../../core/forms/schema";
import { sendSignInCode, signInByCode } from "../../client";
import { codeSchema } from "../../schema";
import { AuthFrame, StepLink } from "./auth-frame";
import { EmailField } from "./email-field";
import { useCaptcha } from "./use-captcha";

const restoreTyped = restoreDraft("sign-in-by-code");

interface SignInByCodeProps {
  onDone: () => void;
  onSecondFactor: () => void;
}

export function SignInByCode(props: SignInByCodeProps) {
  const [sentTo, setSentTo] = useState("");
  return (
    <AuthFrame title={m.account_code_title()} lead={m.account_code_lead()}>
      {sentTo && <p role="status">{m.account_code_sent_to({ email: sentTo })}</p>}
      {sentTo && <EnterCode email={sentTo} {...props} />}
      <SendCode sentTo={sentTo} onSent={setSentTo} />
      <p className="text-sm">
        <StepLink>{m.account_back_to_sign_in()}</StepLink>
      </p>
    </AuthFrame>
  );
}

function SendCode({ sentTo, onSent }: { sentTo: string; onSent: (email: string) => void }) {
  const hydrated = useHydrated();
  const { captcha, captchaToken, used } = useCaptcha({ atOnce: true });
  const { errors, pending, formProps } = useForm({
    schema: z.object({ email }),
    async send({ email }) {
      try {
        await sendSignInCode({ email, captchaToken });
      } finally {
        used();
      }
      onSent(email);
    },
    reportFieldErrors: true,
    onFailure(description) {
      notices.show({ title: m.account_code_error(), description, tone: "error" });
    },
  });
  return (
    <form ref={restoreTyped} {...formProps} className="flex flex-col gap-5">
      <EmailField error={errors.email} defaultValue={sentTo || undefined} />
      {captcha}
      <Button type="submit" size="large" tone={sentTo ? "quiet" : "action"} disabled={!hydrated || pending}>
        {sentTo ? m.account_code_resend() : m.account_code_send()}
      </Button>
    </form>
  );
}

function EnterCode({ email, onDone, onSecondFactor }: SignInByCodeProps & { email: string }) {
  const { captcha, captchaToken, used } = useCaptcha({ atOnce: false });
  const { errors, pending, formProps } = useForm({
    schema: codeSchema,
    async send({ code }) {
      try {
        const { secondFactor } = await signInByCode({ email, code, captchaToken });
        if (secondFactor) onSecondFactor();
        else onDone();
      } catch (error) {
        used(error);
        throw error;
      }
    },
    onFailure(description) {
      notices.show({ title: m.account_sign_in_error(), description, tone: "error" });
    },
  });
  return (
    <form ref={restoreServerFields} {...formProps} className="flex flex-col gap-5 border-b border-line pb-5">
      <TextField
        label={m.account_mailed_code()}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        autoFocus
        required
        error={errors.code}
      />
      {captcha}
      <Button type="submit" size="large" disabled={pending}>
        {pending ? m.account_signing_in() : m.account_sign_in()}
      </Button>
    </form>
  );
}
