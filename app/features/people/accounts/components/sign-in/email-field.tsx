import { m } from "~/paraglide/messages";
import { TextField } from "~/ui/form/field";

interface EmailFieldProps {
  label?: string;
  error?: string;
  defaultValue?: string;
}

export function EmailField({ label = m.account_email(), error, defaultValue }: EmailFieldProps) {
  return (
    <TextField
      label={label}
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      defaultValue={defaultValue}
      error={error}
    />
  );
}
