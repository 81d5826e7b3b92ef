import * as z from "zod/mini";

/** What became of each row of a list that was imported, or would become of it. */
export const importOutcome = z.object({
  /** Those that are wrong first, then in the order of the file. */
  rows: z.array(
    z.object({
      /** In the file, as a spreadsheet counts. */
      line: z.int(),
      what: z.enum(["new", "changed", "same", "wrong"]),
      /** What the row is about, and what it says. */
      title: z.string(),
      detail: z.string(),
      problems: z.array(z.string()),
    }),
  ),
  /** Kept, not only tried. */
  imported: z.boolean(),
});
export type ImportOutcome = z.output<typeof importOutcome>;
export type ImportRow = ImportOutcome["rows"][number];
