/** Maps errors to field names. */
export function errorsByField(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [fieldNameOf(path), message]));
}

/** Address parts use their own names; a list field is judged as a whole. */
export function fieldNameOf(path: string): string {
  return path.replace(/^addressParts\./, "").replace(/\.\d+(\..*)?$/, "");
}
