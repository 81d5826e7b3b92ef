import { infraFailureOf } from "./incidents/infra-failure.server";
import { log } from "./log.server";

/** Continues after a failed item, unless the database is unavailable or the disk full. `code` is of the log line. */
export async function forEachIsolated<Item>(
  items: readonly Item[],
  { code, failed, idOf }: { code: string; failed: string; idOf: (item: Item) => string },
  operation: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await operation(item);
    } catch (error) {
      const failure = infraFailureOf(error);
      if (failure === "database-unavailable" || failure === "disk-full") throw error;
      log.error(code, failed, { error, id: idOf(item) });
    }
  }
}
