import { AsyncLocalStorage } from "node:async_hooks";
import { overwriteServerAsyncLocalStorage } from "~/paraglide/runtime";
import type { Locale } from "./locale";

/** Paraglide reads it. */
const storage = new AsyncLocalStorage<{ locale?: Locale }>();
overwriteServerAsyncLocalStorage(storage);

/**
 * Runs `work` in a locale, which messages and formatters use, also after an await. Requests get it in
 * app/server/http.server.ts, mails from their recipient.
 */
export function inLocale<Result>(locale: Locale, work: () => Result): Result {
  return storage.run({ locale }, work);
}
