import { type ComponentProps, useEffect, useImperativeHandle, useRef } from "react";
import { toWesternNumber } from "~/platform/text/numerals";

/** Shows digits of any keyboard as 0-9. `type="number"` would drop Arabic digits without a message. */
export function NumericInput({ ref, onChange, ...input }: ComponentProps<"input">) {
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => field.current!);
  useEffect(() => {
    // Typed before hydration.
    if (field.current) showWesternNumber(field.current);
  }, []);
  return (
    <input
      inputMode="numeric"
      {...input}
      ref={field}
      onChange={(event) => {
        const { isComposing } = event.nativeEvent as InputEvent;
        if (!isComposing) showWesternNumber(event.currentTarget);
        onChange?.(event);
      }}
    />
  );
}

function showWesternNumber(input: HTMLInputElement) {
  const number = toWesternNumber(input.value);
  if (number === input.value) return;
  // Assigning a value moves the caret to the end.
  const afterCaret = input.value.length - (input.selectionEnd ?? input.value.length);
  input.value = number;
  input.setSelectionRange(number.length - afterCaret, number.length - afterCaret);
}
