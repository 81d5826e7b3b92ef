/** Removes link keys, because a link lets its reader act as the customer. */
export function withoutKeys(text: string): string {
  return text.replace(/(?<=[?&](?:amp;)?key=)[\w.-]+/g, "…");
}
