import * as z from "zod/mini";

export const importOutcome = z.object({
  rows: z.array(
    z.object({
      line: z.int(),
      change: z.enum(["new", "changed", "same", "wrong"]),
      title: z.string(),
      detail: z.string(),
      problems: z.array(z.string()),
    }),
  ),
  imported: z.boolean(),
});
export type ImportOutcome = z.output<typeof importOutcome>;
export type ImportRow = ImportOutcome["rows"][number];
