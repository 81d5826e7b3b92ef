import * as z from "zod/mini";

/** What is undone: the change that left `left`. `ours`: of those since, by the version each was made from, what was undone too. */
export const undoTokenSchema = z.object({
  leftVersion: z.int32(),
  ownVersions: z.array(z.int32()).check(z.maxLength(1000)),
});
export type UndoToken = z.input<typeof undoTokenSchema>;
