import * as z from "zod/mini";

/**
 * Result of each row of a bulk action. "skipped": refused with a reason, such as a row that is already done.
 * "failed": an error; the row can be tried again.
 */
export const bulkAnswer = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      outcome: z.enum(["done", "skipped", "failed"]),
      success: z.boolean(),
      reason: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  ),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;
