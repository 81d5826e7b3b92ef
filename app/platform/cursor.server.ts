/** Where a page of a list ended, for lists ordered by an instant and an id, newest first. */
export interface PageEnd {
  at: string;
  id: string;
}

/** What stands in a page's `nextCursor`: opaque to whoever gets it. */
export function writeCursor(at: Date, id: string): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString("base64url");
}

/** Null for a cursor that is not one of ours: the list starts again from the top. */
export function readCursor(cursor: string | undefined): PageEnd | null {
  const match = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f-]{36})$/.exec(
    Buffer.from(cursor ?? "", "base64url").toString(),
  );
  return match ? { at: match[1]!, id: match[2]! } : null;
}
