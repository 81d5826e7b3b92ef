import * as z from "zod/mini";

/**
 * `leftVersion`: version that the change produced. `undoneVersions`: base versions of later changes that were
 * undone.
 */
export const undoTokenSchema = z.object({
  leftVersion: z.int32(),
  undoneVersions: z.array(z.int32()).check(z.maxLength(1000)),
});
export type UndoToken = z.input<typeof undoTokenSchema>;
