import { AsyncLocalStorage } from "node:async_hooks";
import { overwriteServerAsyncLocalStorage } from "~/paraglide/runtime";
import type { Locale } from "./locale";

/** Paraglide reads it. */
const storage = new AsyncLocalStorage<{ locale?: Locale }>();
overwriteServerAsyncLocalStorage(storage);

/** Runs an operation in a locale, which also applies after an await. */
export function inLocale<Result>(locale: Locale, operation: () => Result): Result {
  return storage.run({ locale }, operation);
}
