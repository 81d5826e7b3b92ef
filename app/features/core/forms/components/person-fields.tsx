import { m } from "~/paraglide/messages";
import type { CustomerChannel, TextChannel } from "~/platform/messaging/channel";
import { Select, TextField } from "~/ui/form/field";
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

const channelOptions: Record<CustomerChannel, () => string> = {
  whatsapp: m.booking_channel_whatsapp,
  sms: m.booking_channel_sms,
  email: m.booking_channel_email,
};

/** Opt-in to service messages; nothing without a configured service. */
export function ChannelField({
  channels,
  form,
}: {
  channels: readonly TextChannel[];
  form: "visitor" | "office";
}) {
  const [only, other] = channels;
  if (!only) return null;
  const named = other ? m.booking_channel_both() : channelOptions[only]();
  return (
    <Select
      name="messageChannel"
      label={m.booking_channel()}
      hint={
        form === "office"
          ? m.booking_channel_hint_office({ channels: named })
          : m.booking_channel_hint({ channels: named })
      }
    >
      {form === "office" && <option value="">{m.booking_channel_unchanged()}</option>}
      {[...channels, "email" as const].map((channel) => (
        <option key={channel} value={channel}>
          {channelOptions[channel]()}
        </option>
      ))}
    </Select>
  );
}
