import { type RefObject, useEffect, useSyncExternalStore } from "react";

/**
 * The DOM elements hold the typed values before and after hydration; these functions read and follow them.
 */
export type FormRef = RefObject<HTMLFormElement | null>;

/** Follows the value of a field; for radio buttons the chosen one. `preset`: the server-rendered value. */
export function useFieldValue(form: FormRef, name: string, preset = ""): string {
  return useSyncExternalStore(
    (changed) => {
      const element = form.current;
      if (!element) return () => {};
      // The reset event fires before the fields are emptied.
      const afterReset = () => setTimeout(changed);
      element.addEventListener("input", changed);
      element.addEventListener("reset", afterReset);
      return () => {
        element.removeEventListener("input", changed);
        element.removeEventListener("reset", afterReset);
      };
    },
    () => fieldValue(form.current, name),
    () => preset,
  );
}

export function fieldValue(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field && "value" in field && typeof field.value === "string" ? field.value : "";
}

/** Sets a field and fires its input event, so that followers notice. */
export function setFieldValue(form: HTMLFormElement | null, name: string, value: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof RadioNodeList) {
    // Set per button, because assigning the list's `value` does not select an empty one in Chromium.
    for (const button of buttonsOf(form, name)) button.checked = button.value === value;
  } else if (field && "value" in field) {
    field.value = value;
  }
  form?.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Fills an empty field. A focused field is filled when it is left empty, otherwise typed text would be
 * appended.
 */
export function fillEmpty(form: HTMLFormElement | null, name: string, value: string): void {
  if (fieldValue(form, name) !== "") return;
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement && field === document.activeElement) {
    field.addEventListener("blur", () => fillEmpty(form, name, value), { once: true });
  } else {
    setFieldValue(form, name, value);
  }
}

/** Clears a radio group, so that the visitor must choose again. */
export function unchoose(form: HTMLFormElement | null, name: string): void {
  for (const button of buttonsOf(form, name)) button.checked = false;
  form?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** True if a radio group has no choice, not even the one for "none". */
export function isUnchosen(form: HTMLFormElement, name: string): boolean {
  const buttons = buttonsOf(form, name);
  return buttons.length > 0 && !buttons.some(({ checked }) => checked);
}

function buttonsOf(form: HTMLFormElement | null, name: string): HTMLInputElement[] {
  const field = form?.elements.namedItem(name);
  return field instanceof RadioNodeList
    ? [...field].filter((button) => button instanceof HTMLInputElement)
    : [];
}

/** Empties an accepted form. `reset` would restore the values that the server rendered after a post. */
export function emptyForm(form: HTMLFormElement | null): void {
  for (const name of form ? new FormData(form).keys() : []) setFieldValue(form, name, "");
}

let draft: [name: string, value: string][] = [];

/** Prefills the form when it opens next, for instance to book again. */
export function prefill(fields: Record<string, string>): void {
  draft = Object.entries(fields);
}

/** Draft value of a field that mounts later than the form. */
export function drafted(field: string): string | undefined {
  return draft.find(([name]) => name === field)?.[1];
}

/**
 * Restores typed values when the visitor returns from another page of the site. In memory only, because they
 * are personal data.
 */
export function useDraft(form: FormRef): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    for (const [name, value] of draft) fillEmpty(element, name, value);
    return () => {
      draft = [...new FormData(element)].flatMap(([name, value]) =>
        typeof value === "string" && value !== "" ? [[name, value] as [string, string]] : [],
      );
    };
  }, [form]);
}
