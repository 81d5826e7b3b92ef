/** Must not outlive the page (docs/domain.md, "Screens"). */
const SESSION_VALUES = ["payment_data", "booking_temp"];

/** The browser may restore the page from its cache. Returns the unsubscribe function. */
export function clearOnPageHide(): () => void {
  function clear() {
    for (const name of SESSION_VALUES) sessionStorage.removeItem(name);
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type="password"]'))
      field.value = "";
  }
  window.addEventListener("pagehide", clear);
  return () => window.removeEventListener("pagehide", clear);
}
