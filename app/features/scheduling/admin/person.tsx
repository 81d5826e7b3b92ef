import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/phone";
import { EditForm, fieldErrors } from "~/ui/edit-form";
import { TextField } from "~/ui/field";
import { ReachButtons } from "~/ui/reach-buttons";
import { SectionAction } from "~/ui/section";
import { useTechnicianChange } from "../admin-client";
import type { Person as PersonInput } from "../schema";
import type { TechnicianDetail } from "../views";

/** Who it is, and three ways to reach him in one click. */
export function Person({ technician }: { technician: TechnicianDetail }) {
  const [editing, setEditing] = useState(false);
  const change = useTechnicianChange(technician, "person");
  const { name, phone, email } = technician;
  if (editing) {
    return (
      <PersonForm
        person={{ name, email, phone: formatPhone(phone) }}
        submit={m.admin_save()}
        change={change}
        onSubmit={(person) => change.mutate(person, { onSuccess: () => setEditing(false) })}
        onClose={() => setEditing(false)}
      />
    );
  }
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-sm">
          <span className="figures block font-medium">{formatPhone(phone)}</span>
          <span className="block break-all text-muted">{email}</span>
        </p>
        <SectionAction label={m.admin_person_edit()} onClick={() => setEditing(true)}>
          {m.admin_edit()}
        </SectionAction>
      </div>
      <div className="grid grid-cols-3 gap-2">
        <ReachButtons phone={phone} email={email} whatsappText={m.admin_person_whatsapp_text({ name })} />
      </div>
    </section>
  );
}

interface PersonFormProps {
  person: PersonInput;
  submit: string;
  change: { isPending: boolean; error: Error | null };
  onSubmit: (person: PersonInput) => void;
  onClose: () => void;
}

export function PersonForm({ person, submit, change, onSubmit, onClose }: PersonFormProps) {
  const [typed, setTyped] = useState(person);
  const errors = fieldErrors(change.error);
  const field = (name: keyof PersonInput) => ({
    value: typed[name],
    error: errors[name],
    required: true,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <EditForm
      label={m.admin_person_edit()}
      submit={submit}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => onSubmit(typed)}
      onClose={onClose}
    >
      <TextField
        label={m.admin_person_name()}
        autoComplete="off"
        autoFocus
        maxLength={50}
        {...field("name")}
      />
      <TextField
        label={m.admin_person_phone()}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        {...field("phone")}
      />
      <TextField
        label={m.admin_person_email()}
        type="email"
        autoComplete="off"
        maxLength={254}
        {...field("email")}
      />
    </EditForm>
  );
}
