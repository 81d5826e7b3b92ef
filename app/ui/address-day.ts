import { toCodeLine } from "~/platform/text/sanitize-text";
import { isDay } from "~/platform/time";

/** Day of a URL parameter, also in Arabic digits or with pasted direction marks. Null if absent or invalid. */
export function readDayParameter(address: URLSearchParams, name: string): string | null {
  const day = toCodeLine(address.get(name) ?? "");
  return isDay(day) ? day : null;
}
