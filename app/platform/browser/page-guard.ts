/** Elements with a useful browser menu. */
const MENU_ALLOWED = "a, input, textarea, select, img, video, [contenteditable]";

/**
 * Warns in the console if another site frames this page. With `blockDevtools` it blocks developer tools
 * outside of frames (docs/domain.md, "Screens"), but not copy, paste, selection, the menu key and the menu of
 * selected text. Returns the function to remove it.
 */
export function guardPage(blockDevtools: boolean): () => void {
  if (window.top !== window) {
    if (!isFramedByUs()) console.warn("This page is shown in a frame of another site.");
    return () => {};
  }
  if (!blockDevtools) return () => {};
  document.addEventListener("contextmenu", blockContextMenu);
  document.addEventListener("keydown", blockDevtoolsKeys);
  return () => {
    document.removeEventListener("contextmenu", blockContextMenu);
    document.removeEventListener("keydown", blockDevtoolsKeys);
  };
}

function isFramedByUs(): boolean {
  try {
    return window.top?.location.origin === window.location.origin;
  } catch {
    return false;
  }
}

function blockContextMenu(event: MouseEvent): void {
  // Menu key and long press, which selects text on phones, use another button.
  if (event.button !== 2 || getSelection()?.toString()) return;
  if (event.target instanceof Element && event.target.closest(MENU_ALLOWED)) return;
  event.preventDefault();
}

function blockDevtoolsKeys(event: KeyboardEvent): void {
  const { code, ctrlKey, shiftKey, metaKey, altKey } = event;
  const tools = (ctrlKey && shiftKey) || (metaKey && altKey);
  const source = code === "KeyU" && (ctrlKey || metaKey);
  if (code === "F12" || source || (tools && /^Key[IJCK]$/.test(code))) event.preventDefault();
}
