const MENU_ALLOWED = "a, input, textarea, select, img, video, [contenteditable]";

/** Warns if another site frames the page (docs/domain.md, "Screens"). */
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
