import { infraFailureOf } from "./incidents/infra-failure.server";
import { log } from "./log.server";

/**
 * Does `work` for one after the other. One that fails is logged as `failed`, with its id, and keeps none of the others waiting. Trouble
 * that all of them would meet, as a database that is away, ends it with what it threw.
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
