import { m } from "~/paraglide/messages";
import { TextField } from "~/ui/form/field";
import type { FieldErrors } from "./read-form";

interface PersonFieldsProps {
  errors: FieldErrors;
  /** Name of the name field in the payload. */
  nameField?: string;
  phoneOptional?: boolean;
}

export function PersonFields({ errors, nameField, phoneOptional }: PersonFieldsProps) {
  return (
    <>
      <NameField errors={errors} name={nameField} />
      <div className="grid gap-4 sm:grid-cols-2">
        <EmailField errors={errors} />
        <PhoneField errors={errors} optional={phoneOptional} />
      </div>
    </>
  );
}

interface PersonFieldProps {
  errors: FieldErrors;
  optional?: boolean;
  /** True if the browser must not autofill, because the office enters another person. */
  forAnotherPerson?: boolean;
}

export function NameField({
  errors,
  name = "customerName",
  forAnotherPerson = false,
}: Omit<PersonFieldProps, "optional"> & { name?: string }) {
  return (
    <TextField
      name={name}
      label={m.booking_name()}
      autoComplete={forAnotherPerson ? "off" : "name"}
      required
      error={errors[name]}
    />
  );
}

export function EmailField({ errors, optional = false, forAnotherPerson = false }: PersonFieldProps) {
  return (
    <TextField
      name="email"
      type="email"
      label={m.booking_email()}
      optional={optional ? m.common_optional() : undefined}
      autoComplete={forAnotherPerson ? "off" : "email"}
      inputMode="email"
      required={!optional}
      error={errors.email}
    />
  );
}

export function PhoneField({
  errors,
  optional = false,
  forAnotherPerson = false,
  autoFocus,
}: PersonFieldProps & { autoFocus?: boolean }) {
  return (
    <TextField
      name="phone"
      type="tel"
      label={m.booking_phone()}
      optional={optional ? m.common_optional() : undefined}
      autoComplete={forAnotherPerson ? "off" : "tel"}
      inputMode="tel"
      placeholder={m.booking_phone_example()}
      hint={m.booking_phone_hint()}
      required={!optional}
      autoFocus={autoFocus}
      error={errors.phone}
    />
  );
}
