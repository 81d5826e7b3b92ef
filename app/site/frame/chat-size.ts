const STORE = "chat_button";

/** Whether the visitor has made the chat button small, said on the page's root, where the styles look for it. */
export function restoreChatSize(): void {
  try {
    if (localStorage.getItem(STORE) === "small") document.documentElement.dataset.chat = "small";
  } catch {
    // No leave to read: it is as large as at first.
  }
}

export function setChatSize(size: "small" | "full"): void {
  document.documentElement.dataset.chat = size;
  try {
    localStorage.setItem(STORE, size);
  } catch {
    // No leave to store: it holds for this page.
  }
}
