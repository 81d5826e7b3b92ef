import { useMemo } from "react";
import { followDraft, readFields, takeDraft } from "./drafts";
import { restoreServerFields } from "./server-fields";

/**
 * Ref of a form with uncontrolled text fields. Their values survive a reload of the page, such as a change of the
 * language; passwords do not, because the browser would store them.
 */
export function restoreDraft(name: string) {
  return (form: HTMLFormElement | null) => {
    restoreServerFields(form);
    if (!form) return;
    for (const [field, value] of takeDraft(name)) {
      const input = form.elements.namedItem(field);
      if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) continue;
      // Typed text would be appended to the value of a focused field.
      if (input.value !== "" || input === document.activeElement) continue;
      input.value = value as string;
      const details = form.closest("details");
      if (details) details.open = true;
    }
    return followDraft(name, () => readFields(form).filter(([field]) => !isPassword(form, field)));
  };
}

/** The same ref at each rendering of a form whose name depends on its record. */
export function useRestoredDraft(name: string) {
  return useMemo(() => restoreDraft(name), [name]);
}

/** Also one that the page shows as text. */
function isPassword(form: HTMLFormElement, name: string): boolean {
  return form.querySelector(`[name="${name}"][autocomplete$="-password"]`) !== null;
}
