type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields of the forms in the server's markup, found before React hydrates them. */
let serverFields: Field[] = import.meta.env.SSR
  ? []
  : [...document.querySelectorAll<Field>("form :is(input, select, textarea)")];

const titleOf = (form: HTMLFormElement | null) => form?.getAttribute("aria-labelledby");

/**
 * Copies values typed before hydration to the fields that replaced those of the server, once for each form. React
 * discards markup that a browser's translator has changed.
 */
export function restoreServerFields(form: HTMLFormElement | null): void {
  if (!form) return;
  const isOwn = (field: Field) => titleOf(field.form) === titleOf(form);
  const discarded = serverFields.filter((field) => isOwn(field) && !field.isConnected);
  serverFields = serverFields.filter((field) => !isOwn(field));
  for (const old of discarded) {
    if (!old.name || old.type === "hidden" || old.type === "file") continue;
    const isChoice = old.type === "radio" || old.type === "checkbox";
    const value = isChoice ? `[value="${CSS.escape(old.value)}"]` : "";
    const field = form.querySelector<Field>(`[name="${CSS.escape(old.name)}"]${value}`);
    if (!field) continue;
    if (isChoice) (field as HTMLInputElement).checked = (old as HTMLInputElement).checked;
    else field.value = old.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
