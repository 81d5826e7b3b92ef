import type { ComponentProps } from "react";
import { classNames } from "../class-names";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "checked" | "onChange"> {
  checked: boolean;
  onChange?: (checked: boolean) => void;
  small?: true;
}

/** Checkbox without a visible label; CheckLine has one. */
export function Checkbox({ onChange, small, className, ...rest }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      onChange={({ target }) => onChange?.(target.checked)}
      className={classNames("shrink-0 accent-action", small ? "size-4" : "size-5", className)}
      {...rest}
    />
  );
}
