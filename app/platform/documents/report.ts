import type { RenderableDocument } from "./document";

export interface Report {
  title: string;
  author: string;
  parts: ReportPart[];
}

export type ReportPart =
  | { kind: "section"; title: string }
  | { kind: "line"; text: string }
  | { kind: "facts"; facts: { term: string; value: string }[] }
  | { kind: "entry"; title: string; parts: ReportPart[] };

export function report({ title, author, parts }: Report): RenderableDocument {
  return { template: "platform/documents/report.typ", title, author, data: { title, parts } };
}

export const section = (title: string): ReportPart => ({ kind: "section", title });

export const line = (text: string): ReportPart => ({ kind: "line", text });

export const entry = (title: string, ...parts: ReportPart[]): ReportPart => ({
  kind: "entry",
  title,
  parts,
});

export function facts(known: Record<string, string | null | undefined>): ReportPart {
  const facts = Object.entries(known).flatMap(([term, value]) => (value ? { term, value } : []));
  return { kind: "facts", facts };
}
