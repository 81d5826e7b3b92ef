type Press = Pick<KeyboardEvent, "key" | "code" | "shiftKey">;

/** Names of keys, such as Enter. Some keys type several letters, such as the Arabic "لا". */
const KEY_NAME = /^[A-Z][A-Za-z0-9]+$/;

/**
 * Key of a US keyboard at the place of the pressed one, where the layout types a letter or sign of another script,
 * such as Arabic or Cyrillic. Letters are lower case.
 */
export function latinKey({ key, code, shiftKey }: Press): string {
  if (KEY_NAME.test(key)) return key;
  // Cyrillic and Hebrew layouts type a full stop or comma there.
  const typesItself = /^[ -~]$/.test(key) && !(code === "Slash" && /^[.,]$/.test(key));
  if (typesItself) return key.toLowerCase();
  if (code === "Slash") return shiftKey ? "?" : "/";
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

interface Typing {
  key: string;
  keyCode: number;
  isComposing?: boolean;
  /** The browser's event inside an event of React. */
  nativeEvent?: { isComposing: boolean };
}

/**
 * The pressed key, or an empty text while an input method composes, whose Enter, Escape and arrows choose among its
 * suggestions. Safari ends the composition before the event, which then has the code 229.
 */
export function pressedKey({ key, keyCode, isComposing, nativeEvent }: Typing): string {
  return isComposing || nativeEvent?.isComposing || keyCode === 229 ? "" : key;
}
