/** Template and data of a document. Plain data, because another process renders it. */
export interface RenderableDocument {
  /** Path below app/, such as "platform/documents/report.typ". */
  template: string;
  /** Title in the file's properties. */
  title: string;
  author: string;
  /** JSON for the template. Texts are displayed, never evaluated. */
  data: unknown;
  attachments?: Attachment[];
}

/** Embedded file, such as a machine-readable invoice (PDF/A-3). */
export interface Attachment {
  name: string;
  mimeType: string;
  description: string;
  /** Relationship to the document as PDF/A-3 defines it. */
  relationship: "alternative" | "source" | "data" | "supplement";
  text: string;
}
