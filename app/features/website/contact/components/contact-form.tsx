import { useNavigate } from "react-router";
import { fieldValue } from "~/features/core/forms/components/form-fields";
import { PersonFields } from "~/features/core/forms/components/person-fields";
import { type FormRead, validate } from "~/features/core/forms/components/read-form";
import { SecuredForm } from "~/features/core/forms/components/secured-form";
import { m } from "~/paraglide/messages";
import { apiClient } from "~/platform/browser/api-client";
import { TextArea } from "~/ui/form/field";
import type { contactApi } from "../api.server";
import { contactFormSchema, type ContactForm as Fields } from "../schema";

const contact = apiClient<typeof contactApi>();

export interface ContactFormProps {
  labelledBy: string;
  /** Page shown afterwards; the reference is added to its address. */
  sentPath: string;
}

export function ContactForm({ labelledBy, sentPath }: ContactFormProps) {
  const navigate = useNavigate();

  return (
    <SecuredForm
      name="contact"
      action="/api/contact/messages"
      labelledBy={labelledBy}
      read={readForm}
      send={(message, key) => contact.send("/contact/messages", message, key)}
      onSent={(reference) => navigate(`${sentPath}?reference=${reference}`)}
      texts={{
        submit: m.contact_submit(),
        submitting: m.contact_submitting(),
        failed: m.contact_failed(),
        promise: m.contact_response_time(),
      }}
    >
      {(errors) => (
        <div className="flex flex-col gap-4">
          <PersonFields errors={errors} nameField="name" phoneOptional />
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
  return validate(contactFormSchema, {
    name: fieldValue(form, "name"),
    email: fieldValue(form, "email"),
    phone: fieldValue(form, "phone"),
    message: fieldValue(form, "message"),
  });
}
