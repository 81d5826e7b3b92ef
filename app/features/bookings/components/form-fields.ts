import { type RefObject, useSyncExternalStore } from "react";

/**
 * The form's own elements hold what was typed, before and after the page becomes interactive; these follow them.
 */
export type FormRef = RefObject<HTMLFormElement | null>;

/** The value of a field of the form, followed as it changes; of radio buttons the chosen one. */
export function useFieldValue(form: FormRef, name: string): string {
  return useSyncExternalStore(
    (changed) => {
      const element = form.current;
      if (!element) return () => {};
      // A form tells of its reset before its fields are emptied.
      const afterReset = () => setTimeout(changed);
      element.addEventListener("input", changed);
      element.addEventListener("reset", afterReset);
      return () => {
        element.removeEventListener("input", changed);
        element.removeEventListener("reset", afterReset);
      };
    },
    () => fieldValue(form.current, name),
    () => "",
  );
}

export function fieldValue(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field && "value" in field && typeof field.value === "string" ? field.value : "";
}

/** Fills a field as if it had been typed, so that whoever follows it knows. */
export function setFieldValue(form: HTMLFormElement | null, name: string, value: string): void {
  const field = form?.elements.namedItem(name);
  if (!field || !("value" in field)) return;
  field.value = value;
  form?.dispatchEvent(new Event("input", { bubbles: true }));
}
