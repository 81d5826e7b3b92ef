import { useState } from "react";
import type { BatchProgress, BulkResult } from "./office-list";

/** Rows of one request. Small, so that a long run shows its progress. */
const BATCH_SIZE = 10;

/**
 * Sends the rows of a bulk action in batches, one after the other. Rows of a batch without an answer fail
 * with its error, and the run goes on; repeated, they are skipped if they were done.
 */
export function useBatches<Row extends { id: string }>(send: (rows: readonly Row[]) => Promise<BulkResult>) {
  const [progress, setProgress] = useState<BatchProgress | null>(null);

  async function mutateAsync(rows: readonly Row[]): Promise<BulkResult> {
    const results: BulkResult["results"] = [];
    for (let at = 0; at < rows.length; at += BATCH_SIZE) {
      setProgress({ done: at, total: rows.length });
      const batch = rows.slice(at, at + BATCH_SIZE);
      try {
        results.push(...(await send(batch)).results);
      } catch (error) {
        const message = error instanceof Error ? error.message : null;
        results.push(...batch.map(({ id }) => ({ id, outcome: "failed" as const, success: false, message })));
      }
    }
    setProgress(null);
    return { results };
  }

  return { mutateAsync, error: null, isPending: progress !== null, progress };
}
