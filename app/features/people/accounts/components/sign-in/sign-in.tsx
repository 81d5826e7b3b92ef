import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { Button } from "~/ui/button";
import { restoreDraft } from "~/ui/form/restore-draft";
import { useForm } from "~/ui/form/use-form";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { notices } from "~/ui/overlay/toast-store";
import { email } from "../../../../core/forms/schema";
import { signIn } from "../../client";
import { knownPassword } from "../../schema";
import { AuthFrame, StepLink } from "./auth-frame";
import { EmailField } from "./email-field";
import { PasswordField } from "./password-field";
import { useCaptcha } from "./use-captcha";

const restoreTyped = restoreDraft("sign-in");

const schema = z.object({ email, password: knownPassword });

interface SignInProps {
  /** Token of the confirmation email, confirmed by this sign-in. */
  link?: string;
  /** Email address that the link belongs to. */
  email?: string;
  onDone: () => void;
  onSecondFactor: () => void;
  /** Called after the right password of an unconfirmed account. */
  onUnconfirmed: (email: string) => void;
}

export function SignIn({ link, email, onDone, onSecondFactor, onUnconfirmed }: SignInProps) {
  const hydrated = useHydrated();
  const { captcha, captchaToken, used } = useCaptcha({ atOnce: false });
  const { errors, pending, formProps } = useForm({
    schema,
    async send(credentials, form) {
      try {
        const { secondFactor } = await signIn({ ...credentials, link, captchaToken });
        if (secondFactor) onSecondFactor();
        else onDone();
      } catch (error) {
        used(error);
        if (isUnconfirmed(error)) onUnconfirmed(credentials.email);
        const field = form.elements.namedItem("password");
        if (field instanceof HTMLElement) field.focus();
        throw error;
      }
    },
    reportFieldErrors: true,
    onFailure(description) {
      notices.show({ title: m.account_sign_in_error(), description, tone: "error" });
    },
  });

  return (
    <AuthFrame
      title={link ? m.account_confirm_title() : m.account_sign_in_title()}
      lead={link ? m.account_confirm_lead() : m.account_sign_in_lead()}
    >
      {/* Uses POST, because a submit before hydration must not put the password into the address. */}
      <form ref={restoreTyped} {...formProps} className="flex flex-col gap-5">
        <EmailField error={errors.email} defaultValue={email} />
        <PasswordField error={errors.password} />
        {captcha}
        <Button type="submit" size="large" disabled={!hydrated || pending}>
          {pending ? m.account_signing_in() : m.account_sign_in()}
        </Button>
      </form>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
        <StepLink mode="code">{m.account_code_instead()}</StepLink>
        <StepLink mode="forgot">{m.account_forgot()}</StepLink>
        <span>
          {m.account_no_account()} <StepLink mode="sign-up">{m.account_sign_up()}</StepLink>
        </span>
      </div>
    </AuthFrame>
  );
}

/** With or without a link. */
function isUnconfirmed(error: unknown): boolean {
  return (
    error instanceof HttpError && (error.reason === "email-not-confirmed" || error.reason === "link-used")
  );
}
