import { m } from "~/paraglide/messages";
import { TextField } from "~/ui/field";
import type { FieldErrors } from "./read-form";

interface PersonFieldsProps {
  errors: FieldErrors;
  /** What the field of the name is called where it is sent. */
  nameField?: string;
  phoneOptional?: boolean;
}

/** Who it is, and how to reach them. */
export function PersonFields({
  errors,
  nameField = "customerName",
  phoneOptional = false,
}: PersonFieldsProps) {
  return (
    <>
      <TextField
        name={nameField}
        label={m.booking_name()}
        autoComplete="name"
        required
        error={errors[nameField]}
      />
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
          optional={phoneOptional ? m.common_optional() : undefined}
          autoComplete="tel"
          inputMode="tel"
          placeholder={m.booking_phone_example()}
          required={!phoneOptional}
          error={errors.phone}
        />
      </div>
    </>
  );
}
