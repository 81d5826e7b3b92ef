import type { DocumentToDraw } from "./document";

/** A report: text to read, in which order. */
export interface Report {
  /** On the first page, and in the file's properties. */
  title: string;
  author: string;
  parts: ReportPart[];
}

export type ReportPart =
  /** A heading that does not stay behind at the foot of a page. */
  | { kind: "section"; title: string }
  | { kind: "line"; text: string }
  /** Terms and what they are. */
  | { kind: "facts"; facts: { term: string; value: string }[] }
  /** What belongs together and is not parted by a page's end. */
  | { kind: "entry"; title: string; parts: ReportPart[] };

export function report({ title, author, parts }: Report): DocumentToDraw {
  return { template: "platform/documents/report.typ", title, author, data: { title, parts } };
}

export const section = (title: string): ReportPart => ({ kind: "section", title });

export const line = (text: string): ReportPart => ({ kind: "line", text });

export const entry = (title: string, ...parts: ReportPart[]): ReportPart => ({
  kind: "entry",
  title,
  parts,
});

/** What is not known is left out. */
export function facts(known: Record<string, string | null | undefined>): ReportPart {
  const facts = Object.entries(known).flatMap(([term, value]) => (value ? { term, value } : []));
  return { kind: "facts", facts };
}
