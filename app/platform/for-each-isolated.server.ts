import { infraFailureOf } from "./incidents/infra-failure.server";
import { log } from "./log.server";

/**
 * Runs `work` for each item in sequence. A failing item is logged and does not stop the others. An
 * unavailable database or a full disk aborts the loop, because every item would fail.
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
