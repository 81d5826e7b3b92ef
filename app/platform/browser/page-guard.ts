/** Where the browser's own menu is of use: links, fields, media. Everywhere else it stays shut. */
const MENU_IS_NEEDED = "a, input, textarea, select, img, video, [contenteditable]";

/**
 * Warns in the console when a stranger's page frames this one; in no frame, and when told to, keeps developer tools
 * shut (docs/domain.md, "Screens"). Copy, paste, selection and the keyboard's menu key stay as they are, so does
 * the menu over selected text. Returns the way to stop.
 */
export function guardPage(blockDevtools: boolean): () => void {
  if (window.top !== window) {
    if (!isFramedByUs()) console.warn("This page is shown in a frame of another site.");
    return () => {};
  }
  if (!blockDevtools) return () => {};
  document.addEventListener("contextmenu", keepMenuShut);
  document.addEventListener("keydown", keepToolsShut);
  return () => {
    document.removeEventListener("contextmenu", keepMenuShut);
    document.removeEventListener("keydown", keepToolsShut);
  };
}

function isFramedByUs(): boolean {
  try {
    return window.top?.location.origin === window.location.origin;
  } catch {
    return false;
  }
}

function keepMenuShut(event: MouseEvent): void {
  // The menu key and a long press, which selects text on a phone, come with another button.
  if (event.button !== 2 || getSelection()?.toString()) return;
  if (event.target instanceof Element && event.target.closest(MENU_IS_NEEDED)) return;
  event.preventDefault();
}

/** F12, Ctrl Shift I/J/C/K, Ctrl U; ⌥⌘I/J/C/K/U. */
function keepToolsShut(event: KeyboardEvent): void {
  const { code, ctrlKey, shiftKey, metaKey, altKey } = event;
  const tools = (ctrlKey && shiftKey) || (metaKey && altKey);
  const source = code === "KeyU" && (ctrlKey || metaKey);
  if (code === "F12" || source || (tools && /^Key[IJCK]$/.test(code))) event.preventDefault();
}
