import { type RefObject, useEffect, useSyncExternalStore } from "react";

/**
 * The form's own elements hold what was typed, before and after the page becomes interactive; these follow them.
 */
export type FormRef = RefObject<HTMLFormElement | null>;

/**
 * The value of a field of the form, followed as it changes; of radio buttons the chosen one. `preset`: what the server
 * put into it.
 */
export function useFieldValue(form: FormRef, name: string, preset = ""): string {
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
    () => preset,
  );
}

export function fieldValue(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field && "value" in field && typeof field.value === "string" ? field.value : "";
}

/** Fills a field as if it had been typed, so that whoever follows it knows. */
export function setFieldValue(form: HTMLFormElement | null, name: string, value: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof RadioNodeList) {
    // Not by its own `value`: Chromium does not choose the button that stands for "none".
    for (const button of buttonsOf(form, name)) button.checked = button.value === value;
  } else if (field && "value" in field) {
    field.value = value;
  }
  form?.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Fills a field that is empty. One that somebody is in, not before it is left empty: what is typed next would be added to
 * what we put there.
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

/** Leaves none of a field's radio buttons chosen: whoever sends the form must choose again. */
export function unchoose(form: HTMLFormElement | null, name: string): void {
  for (const button of buttonsOf(form, name)) button.checked = false;
  form?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Whether a field has radio buttons and none of them is chosen, not even the one that stands for "none". */
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

/** Empties a form that was accepted. Its reset would bring back what it was posted with before this code was there. */
export function emptyForm(form: HTMLFormElement | null): void {
  for (const name of form ? new FormData(form).keys() : []) setFieldValue(form, name, "");
}

let draft: [name: string, value: string][] = [];

/** What the form starts with when it is opened next, as when the same is booked again. */
export function prefill(fields: Record<string, string>): void {
  draft = Object.entries(fields);
}

/** What was typed into a field that comes later than the form. */
export function drafted(field: string): string | undefined {
  return draft.find(([name]) => name === field)?.[1];
}

/**
 * What was typed is there again when the visitor comes back from another page of ours. In memory only: it holds a
 * name, a phone number and an address.
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
