type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Copies values typed before hydration from fields of the server's markup to their replacements. React discards markup
 * that a browser's translator has changed.
 */
export function restoreFields(island: HTMLElement, discarded: Iterable<Element>): void {
  for (const old of discarded as Iterable<Field>) {
    if (!old.name || old.type === "hidden" || old.type === "file") continue;
    const isChoice = old.type === "radio" || old.type === "checkbox";
    const value = isChoice ? `[value="${CSS.escape(old.value)}"]` : "";
    const field = island.querySelector<Field>(`[name="${CSS.escape(old.name)}"]${value}`);
    if (!field) continue;
    if (isChoice) (field as HTMLInputElement).checked = (old as HTMLInputElement).checked;
    else field.value = old.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
