type Press = Pick<KeyboardEvent, "key" | "code" | "shiftKey">;

/**
 * Key of a US keyboard at the place of the pressed one, where the layout types a letter or sign of another script,
 * such as Arabic or Cyrillic. Letters are lower case.
 */
export function latinKey({ key, code, shiftKey }: Press): string {
  if (key.length > 1) return key;
  if (/^[ -~]$/.test(key)) return key.toLowerCase();
  if (code === "Slash") return shiftKey ? "?" : "/";
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
