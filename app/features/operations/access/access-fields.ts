/** Form fields of access details in a booking form. */
export const accessFields = ["parking", "notes", "siteContact", "sitePhone", "makani", "permitBy"] as const;

/** `access.parking`, as the field of a form and the path of its error. */
export function accessField(name: (typeof accessFields)[number]): string {
  return `access.${name}`;
}

/** Separates the access details from the other fields of a form. */
export function parseAccess<Value>(fields: Record<string, Value>): {
  access: Record<string, Value>;
  others: Record<string, Value>;
} {
  const isAccess = (name: string) => accessFields.some((field) => accessField(field) === name);
  return {
    access: Object.fromEntries(
      accessFields.flatMap((name) => {
        const value = fields[accessField(name)];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    others: Object.fromEntries(Object.entries(fields).filter(([name]) => !isAccess(name))),
  };
}
