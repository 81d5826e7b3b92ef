import { type ServerField, serverFields } from "../screen/lazy-island";

let waitingFields = serverFields;

const titleOf = (form: HTMLFormElement | null) => form?.getAttribute("aria-labelledby");

/**
 * Copies values typed before hydration to the fields that replaced those of the server, once for each form. React
 * discards markup that a browser's translator has changed.
 */
export function restoreServerFields(form: HTMLFormElement | null): void {
  if (!form) return;
  const isOwn = (field: ServerField) => titleOf(field.form) === titleOf(form);
  const discarded = waitingFields.filter((field) => isOwn(field) && !field.isConnected);
  waitingFields = waitingFields.filter((field) => !isOwn(field));
  for (const old of discarded) {
    if (!old.name || old.type === "hidden" || old.type === "file") continue;
    const isChoice = old.type === "radio" || old.type === "checkbox";
    const value = isChoice ? `[value="${CSS.escape(old.value)}"]` : "";
    const field = form.querySelector<ServerField>(`[name="${CSS.escape(old.name)}"]${value}`);
    if (!field) continue;
    if (isChoice) (field as HTMLInputElement).checked = (old as HTMLInputElement).checked;
    else field.value = old.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
