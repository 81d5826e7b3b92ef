import * as z from "zod/mini";

/** What a request for a page of a list may say: where the page before ended, and how many it wants. */
export const pageFields = {
  cursor: z.optional(z.string()),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
};

const pageEnd = z.object({ at: z.iso.datetime(), id: z.uuid() });

/** Where a page of a list ended, for lists ordered by an instant and an id, newest first. */
export type PageEnd = z.output<typeof pageEnd>;

/** What stands in a page's `nextCursor`: opaque to whoever gets it. */
export function writeCursor(at: Date, id: string): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString("base64url");
}

/** Null for a cursor that is not one of ours: the list starts again from the top. */
export function readCursor(cursor: string | undefined): PageEnd | null {
  const [at, id] = Buffer.from(cursor ?? "", "base64url")
    .toString()
    .split(" ");
  const end = z.safeParse(pageEnd, { at, id });
  return end.success ? end.data : null;
}
