import { AsyncLocalStorage } from "node:async_hooks";
import { overwriteServerAsyncLocalStorage } from "~/paraglide/runtime";
import type { Locale } from "./locale";

/** The messages' own runtime reads it. */
const spoken = new AsyncLocalStorage<{ locale?: Locale }>();
overwriteServerAsyncLocalStorage(spoken);

/**
 * Does work in a language: every message and every formatter that is called within, also after an await, speaks it.
 * A request's is decided where it comes in (app/server/http.server.ts), a mail's by who receives it.
 */
export function inLocale<Result>(locale: Locale, work: () => Result): Result {
  return spoken.run({ locale }, work);
}
