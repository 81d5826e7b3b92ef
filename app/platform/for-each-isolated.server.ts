import { infraFailureOf } from "./incidents/infra-failure.server";
import { log } from "./log.server";

/**
 * A failing item does not stop the others, unless the database is unavailable or the disk full, which every
 * item would hit.
 */
export async function forEachIsolated<Item>(
  items: readonly Item[],
  { failed, idOf }: { failed: string; idOf: (item: Item) => string },
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      const failure = infraFailureOf(error);
      if (failure === "database-unavailable" || failure === "disk-full") throw error;
      log.error(failed, { error, id: idOf(item) });
    }
  }
}
