import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { fieldValue } from "~/features/bookings/components/form-fields";
import { errorsByField, type FormRead, SecuredForm } from "~/features/bookings/components/secured-form";
import { m } from "~/paraglide/messages";
import { TextArea, TextField } from "~/ui/field";
import { notices } from "~/ui/toast-store";
import { contactFormSchema, type ContactForm as Fields } from "../schema";

export interface ContactFormProps {
  labelledBy: string;
  /** The page to see afterwards. */
  sentPath: string;
}

/** Writes to the office. */
export function ContactForm({ labelledBy, sentPath }: ContactFormProps) {
  const navigate = useNavigate();

  function succeed() {
    notices.show({ title: m.contact_sent_title(), description: m.contact_sent(), tone: "success" });
    navigate(sentPath);
  }

  return (
    <SecuredForm
      action="/api/contact/messages"
      labelledBy={labelledBy}
      read={readForm}
      onSent={succeed}
      words={{
        submit: m.contact_submit(),
        submitting: m.contact_submitting(),
        failed: m.contact_failed(),
        promise: m.contact_promise(),
      }}
    >
      {(errors) => (
        <div className="flex flex-col gap-4">
          <TextField name="name" label={m.booking_name()} autoComplete="name" required error={errors.name} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="email"
              type="email"
              label={m.booking_email()}
              autoComplete="email"
              inputMode="email"
              required
              error={errors.email}
            />
            <TextField
              name="phone"
              type="tel"
              label={m.booking_phone()}
              optional={m.common_optional()}
              autoComplete="tel"
              inputMode="tel"
              placeholder={m.booking_phone_example()}
              error={errors.phone}
            />
          </div>
          <TextArea
            name="message"
            label={m.contact_message()}
            placeholder={m.contact_message_example()}
            rows={6}
            required
            error={errors.message}
          />
        </div>
      )}
    </SecuredForm>
  );
}

function readForm(form: HTMLFormElement): FormRead<Fields> {
  const checked = z.safeParse(contactFormSchema, {
    name: fieldValue(form, "name"),
    email: fieldValue(form, "email"),
    phone: fieldValue(form, "phone"),
    message: fieldValue(form, "message"),
  });
  return checked.success
    ? { ok: true, body: checked.data }
    : { ok: false, errors: errorsByField(checked.error.issues) };
}
