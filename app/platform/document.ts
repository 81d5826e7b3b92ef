/**
 * A document to read or print, described: what stands in it, in which order. Plain data, so that another thread can draw
 * it (app/platform/document.server.ts).
 */
export interface DocumentText {
  /** On the first page, and in the file's properties. */
  title: string;
  author: string;
  parts: DocumentPart[];
}

export type DocumentPart =
  /** A heading that does not stay behind at the foot of a page. */
  | { kind: "section"; title: string }
  | { kind: "line"; text: string }
  /** Terms and what they are. */
  | { kind: "facts"; facts: { term: string; value: string }[] }
  /** What belongs together and is not parted by a page's end. */
  | { kind: "entry"; title: string; parts: DocumentPart[] };

export const section = (title: string): DocumentPart => ({ kind: "section", title });

export const line = (text: string): DocumentPart => ({ kind: "line", text });

export const entry = (title: string, ...parts: DocumentPart[]): DocumentPart => ({
  kind: "entry",
  title,
  parts,
});

/** What is not known is left out. */
export function facts(known: Record<string, string | null | undefined>): DocumentPart {
  const facts = Object.entries(known).flatMap(([term, value]) => (value ? { term, value } : []));
  return { kind: "facts", facts };
}
