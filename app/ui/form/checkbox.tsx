import type { ComponentProps } from "react";
import { classNames } from "../class-names";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "checked" | "onChange"> {
  checked: boolean;
  onChange?: (checked: boolean) => void;
  /** In the rows of a list. */
  small?: true;
}

/** A box to tick without words: they stand around it, or in `aria-label`. With its words it is a CheckLine. */
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
