const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as it stands in HTML or XML, in elements and in attributes between double quotes. */
export function markupText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign]!);
}
