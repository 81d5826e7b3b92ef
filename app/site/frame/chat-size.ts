const STORE = "chat_button";

/** Sets the stored size of the chat button on the root element, where the styles read it. */
export function restoreChatSize(): void {
  try {
    if (localStorage.getItem(STORE) === "small") document.documentElement.dataset.chat = "small";
  } catch {
    // Storage is blocked: the default size applies.
  }
}

export function setChatSize(size: "small" | "full"): void {
  document.documentElement.dataset.chat = size;
  try {
    localStorage.setItem(STORE, size);
  } catch {
    // Storage is blocked: the size holds for this page only.
  }
}
