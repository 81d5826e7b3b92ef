/** The words beside each field, by the field's own name. */
export function byOwnNames(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [ownName(path), message]));
}

/** An address's parts go by their own names, as their fields do; what is chosen from a list is judged as a whole. */
export function ownName(path: string): string {
  return path.replace(/^addressParts\./, "").replace(/\.\d+(\..*)?$/, "");
}
