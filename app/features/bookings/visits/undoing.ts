import * as z from "zod/mini";

/** What is undone: the change that left `left`. `ours`: of those since, by the version each was made from, what was undone too. */
export const undoingSchema = z.object({ left: z.int32(), ours: z.array(z.int32()).check(z.maxLength(1000)) });
export type Undoing = z.input<typeof undoingSchema>;
