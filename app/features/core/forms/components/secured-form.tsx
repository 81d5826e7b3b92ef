import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { publishFormOutcome } from "~/platform/browser/form-outcome";
import type { HttpError } from "~/platform/browser/http-client";
import { Button } from "~/ui/button";
import { PostedFieldsContext } from "~/ui/form/posted-fields";
import { LettersWithoutFont } from "../../documents/components/letters-without-font";
import type { SecurityAnswer } from "../client";
import { type PostedForm, usePosted } from "../posted-form";
import { emptyForm, type FormRef, useDraft } from "./form-fields";
import { useKnownCustomer } from "./own-details";
import { PostedMessage } from "./posted-message";
import type { FieldErrors, FormRead } from "./read-form";
import { useSecuredSubmission } from "./secured-submission";
import { SecurityCheck } from "./security-check";

interface SecuredFormProps<Body extends { email: string }> {
  name: PostedForm["form"];
  /** API path, and name in web tracking. Without JavaScript the browser posts to the page. */
  action: string;
  id?: string;
  labelledBy: string;
  read: (form: HTMLFormElement) => FormRead<Body>;
  /** `key`: idempotency key, constant until a final response. */
  send: (
    payload: Body & { securityCheck: SecurityAnswer },
    key: string,
  ) => Promise<{ success: true; reference: string }>;
  onSent: (reference: string) => void;
  /** Returns true if the form handles the refusal itself. */
  onRefused?: (error: HttpError) => boolean;
  texts: { submit: string; submitting: string; failed: string; promise: string };
  children: (errors: FieldErrors, form: FormRef) => ReactNode;
}

/** Works as a plain form before hydration. */
export function SecuredForm<Body extends { email: string }>({
  name,
  action,
  id,
  labelledBy,
  read,
  send,
  onSent,
  onRefused,
  texts,
  children,
}: SecuredFormProps<Body>) {
  const posted = usePosted(name);
  const { form, errors, message, sending, blocked, formProps, checkProps } = useSecuredSubmission({
    posted,
    action,
    read,
    send: (body, answer, keyFor) => {
      const payload = { ...body, securityCheck: answer };
      return send(payload, keyFor(payload));
    },
    onSent({ reference }) {
      emptyForm(form.current);
      publishFormOutcome({ form: action, sent: true });
      onSent(reference);
    },
    onRefused,
    failed: texts.failed,
  });
  useDraft(form, { name });
  useKnownCustomer(form);
  return (
    <form {...formProps} id={id} aria-labelledby={labelledBy} className="flex flex-col gap-6">
      <PostedFieldsContext value={posted}>
        <PostedMessage posted={posted}>{message}</PostedMessage>
        {children(errors, form)}
        <LettersWithoutFont form={form} />
        <fieldset className="flex flex-col gap-3 border-t border-line pt-6">
          <legend className="contents">
            <span className="text-lg font-semibold">{m.booking_section_security()}</span>
          </legend>
          <SecurityCheck {...checkProps} />
        </fieldset>
      </PostedFieldsContext>
      <div className="flex flex-col gap-3">
        <Button type="submit" size="large" disabled={blocked}>
          {sending ? texts.submitting : texts.submit}
        </Button>
        <p className="text-center text-xs text-muted">{texts.promise}</p>
      </div>
    </form>
  );
}
