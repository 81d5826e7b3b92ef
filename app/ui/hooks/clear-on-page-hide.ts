/** Values that must not outlive their page in this tab (docs/domain.md, "Screens"). */
const SESSION_VALUES = ["payment_data", "booking_temp"];

/** Clears what is private when the page is left; returns the way to stop. */
export function clearOnPageHide(): () => void {
  function clear() {
    for (const name of SESSION_VALUES) sessionStorage.removeItem(name);
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type="password"]'))
      field.value = "";
  }
  window.addEventListener("pagehide", clear);
  return () => window.removeEventListener("pagehide", clear);
}
