export function errorsByField(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [fieldNameOf(path), message]));
}

/** Errors of address parts use their own names; errors of list items belong to the list. */
export function fieldNameOf(path: string): string {
  return path.replace(/^addressParts\./, "").replace(/\.\d+(\..*)?$/, "");
}
