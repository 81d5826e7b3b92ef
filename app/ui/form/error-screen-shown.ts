/** Apart from the screen (app/ui/screen/error-screen.tsx), which every page loads. */
export function isErrorScreenShown(): boolean {
  return document.getElementById("error-screen") !== null;
}
