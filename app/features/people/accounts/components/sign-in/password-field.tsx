import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ReactNode, useId, useState } from "react";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { controlClass, Field } from "~/ui/form/field";

interface PasswordFieldProps {
  name?: string;
  label?: string;
  hint?: ReactNode;
  error?: string;
  /** True for a new password. */
  isNew?: boolean;
}

/** Password field with a show button, because phones invite typing errors. */
export function PasswordField({
  name = "password",
  label = m.account_password(),
  hint,
  error,
  isNew = false,
}: PasswordFieldProps) {
  const id = useId();
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            name={name}
            type={isVisible ? "text" : "password"}
            autoComplete={isNew ? "new-password" : "current-password"}
            maxLength={128}
            required
            className={classNames(controlClass, "pe-12")}
          />
          <button
            type="button"
            aria-label={isVisible ? m.account_hide_password() : m.account_show_password()}
            aria-controls={id}
            onClick={() => setIsVisible(!isVisible)}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded text-muted hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
