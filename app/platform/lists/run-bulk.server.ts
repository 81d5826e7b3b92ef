import { m } from "~/paraglide/messages";
import type { Refusal } from "../http/refusal";
import { infraFailureOf } from "../incidents/infra-failure.server";
import { log } from "../log.server";
import type { BulkAnswer } from "./bulk";

/**
 * Runs the operation for one row after the other, each in its own transaction, so that no row affects the
 * others. Stops if the database is unavailable or the disk full.
 */
export async function runBulk<Item extends { id: string }>(
  items: readonly Item[],
  messageFor: (refusal: Refusal) => string,
  operation: (item: Item) => Promise<{ ok: true } | Refusal>,
): Promise<BulkAnswer["results"]> {
  const results: BulkAnswer["results"] = [];
  for (const item of items) results.push(await runOne(item, messageFor, operation));
  return results;
}

async function runOne<Item extends { id: string }>(
  item: Item,
  messageFor: (refusal: Refusal) => string,
  operation: (item: Item) => Promise<{ ok: true } | Refusal>,
): Promise<BulkAnswer["results"][number]> {
  const { id } = item;
  try {
    const result = await operation(item);
    return result.ok
      ? { id, outcome: "done", success: true, reason: null, message: null }
      : { id, outcome: "skipped", success: false, reason: result.reason, message: messageFor(result) };
  } catch (error) {
    const failure = infraFailureOf(error);
    if (failure === "database-unavailable" || failure === "disk-full") throw error;
    log.error("bulk-row-failed", "A row of a bulk action failed", { error, id });
    return { id, outcome: "failed", success: false, reason: null, message: m.list_bulk_error() };
  }
}
