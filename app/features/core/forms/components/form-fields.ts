import { type RefObject, useEffect, useSyncExternalStore } from "react";
import { drafts, followDraft, readFields } from "~/ui/form/drafts";
import { isErrorScreenShown } from "~/ui/form/error-screen-shown";

/** The DOM contains the typed values before and after hydration; these functions read and follow them. */
export type FormRef = RefObject<HTMLFormElement | null>;

/** Value of a field, or the chosen radio button. `preset`: the server-rendered value. */
export function useFieldValue(form: FormRef, name: string, preset = ""): string {
  return useSyncExternalStore(
    (changed) => {
      const element = form.current;
      if (!element) return () => {};
      // Waits because the reset event fires before the fields are emptied.
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

/** Fires the input event, so that subscribers notice the change. */
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

/** Fills a focused field only after it is left empty, otherwise typed text would be appended. */
export function fillEmpty(form: HTMLFormElement | null, name: string, value: string): void {
  if (fieldValue(form, name) !== "") return;
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement && field === document.activeElement) {
    field.addEventListener("blur", () => fillEmpty(form, name, value), { once: true });
  } else {
    setFieldValue(form, name, value);
  }
}

export function unchoose(form: HTMLFormElement | null, name: string): void {
  for (const button of buttonsOf(form, name)) button.checked = false;
  form?.dispatchEvent(new Event("input", { bubbles: true }));
}

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

/** Empties the form itself, because `reset` would restore the server-rendered values. */
export function emptyForm(form: HTMLFormElement | null): void {
  for (const name of form ? new FormData(form).keys() : []) setFieldValue(form, name, "");
}

/** Name of the booking form, which several pages contain. */
const BOOKING = "booking";

/** Forms whose draft is from before a reload. */
const reloaded = new Set(Object.keys(drafts));

const draftOf = (name: string) => (drafts[name] ?? []) as [name: string, value: string][];

/** Prefills the next booking form that opens, for example to book again. */
export function prefill(fields: Record<string, string>): void {
  drafts[BOOKING] = Object.entries(fields);
}

/** Sets a field of the booking form now, or when it mounts. */
export function setFieldOrDraft(form: HTMLFormElement | null, name: string, value: string): void {
  drafts[BOOKING] = [...draftOf(BOOKING).filter(([field]) => field !== name), [name, value]];
  if (form?.elements.namedItem(name)) setFieldValue(form, name, value);
}

/** Draft value of a field that mounts later than the booking form. */
export function drafted(field: string): string | undefined {
  return draftOf(BOOKING).find(([name]) => name === field)?.[1];
}

/** Draft values of a field of the booking form with several values. */
export function draftedAll(field: string): string[] {
  return draftOf(BOOKING).flatMap(([name, value]) => (name === field ? [value] : []));
}

interface DraftOptions {
  /** Name of the form. */
  name?: string;
  /** False while options of the fields are loading. */
  isReady?: boolean;
  /** For forms of the office: the next caller must not get the values of the last one. */
  onlyAfterError?: boolean;
}

/**
 * Restores typed values after a visit of another page, an error, or a reload of the tab, such as a change of the
 * language.
 */
export function useDraft(
  form: FormRef,
  { name = BOOKING, isReady = true, onlyAfterError = false }: DraftOptions = {},
): void {
  useEffect(() => {
    const element = form.current;
    if (!element || !isReady) return;
    const unfollow = onlyAfterError ? null : followDraft(name, () => readFields(element));
    const isReloaded = reloaded.delete(name);
    for (const [field, value] of draftOf(name)) {
      // A reload presets choices again.
      if (isReloaded)
        buttonsOf(element, field)
          .find((button) => button.type === "radio" && button.value === value)
          ?.click();
      fillEmpty(element, field, value);
    }
    return () => {
      unfollow?.();
      drafts[name] = !onlyAfterError || isErrorScreenShown() ? readFields(element) : [];
    };
  }, [form, name, isReady, onlyAfterError]);
}
