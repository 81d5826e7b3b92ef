import * as z from "zod/mini";

/** Result per row of an import or dry run. */
export const importOutcome = z.object({
  /** Invalid rows first, then in file order. */
  rows: z.array(
    z.object({
      /** Line in the file. */
      line: z.int(),
      what: z.enum(["new", "changed", "same", "wrong"]),
      /** Subject and content of the row. */
      title: z.string(),
      detail: z.string(),
      problems: z.array(z.string()),
    }),
  ),
  /** False for a dry run. */
  imported: z.boolean(),
});
export type ImportOutcome = z.output<typeof importOutcome>;
export type ImportRow = ImportOutcome["rows"][number];
