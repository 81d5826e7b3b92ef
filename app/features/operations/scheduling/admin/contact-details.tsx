import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { Avatar } from "~/ui/avatar";
import { ContactActions } from "~/ui/contact-actions";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { useTechnicianChange } from "../admin-client";
import { type TechnicianContact, technicianContactSchema } from "../schema";
import { technicianPictureUrl } from "../technicians/picture";
import type { TechnicianDetail } from "../views";

export function ContactDetails({ technician }: { technician: TechnicianDetail }) {
  const { name, phone, email } = technician;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Avatar name={name} picture={technicianPictureUrl(technician)} />
        <p className="min-w-0 grow self-center text-sm">
          <span className="figures block font-medium">{formatPhone(phone)}</span>
          <span className="block break-all text-muted">{email}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ContactActions
          phone={phone}
          email={email}
          whatsappText={m.scheduling_person_whatsapp_text({ name: bidiIsolate(name) })}
        />
      </div>
    </div>
  );
}

interface TechnicianContactFormProps {
  technician: TechnicianDetail;
  onClose: () => void;
}

export function TechnicianContactForm({ technician, onClose }: TechnicianContactFormProps) {
  const change = useTechnicianChange(technician, "contact");
  const { name, phone, email } = technician;
  return (
    <ContactForm
      person={{ name, email, phone: formatPhone(phone) }}
      submit={m.admin_save()}
      send={(person) => change.mutateAsync(person)}
      next={onClose}
      onClose={onClose}
    />
  );
}

interface ContactFormProps<Answer> {
  person: TechnicianContact;
  submit: string;
  send: (person: TechnicianContact) => Promise<Answer>;
  next: (answer: Answer) => void;
  onClose: () => void;
}

export function ContactForm<Answer>({ person, submit, send, next, onClose }: ContactFormProps<Answer>) {
  const form = useForm({
    initialValues: person,
    schema: technicianContactSchema,
    send,
    next,
  });
  return (
    <EditForm label={m.scheduling_person_edit()} submit={submit} form={form} onClose={onClose}>
      <TextField
        label={m.admin_person_name()}
        autoComplete="off"
        autoFocus
        maxLength={50}
        required
        {...form.field("name")}
      />
      <TextField
        label={m.admin_person_phone()}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        required
        {...form.field("phone")}
      />
      <TextField
        label={m.admin_person_email()}
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        {...form.field("email")}
      />
    </EditForm>
  );
}
