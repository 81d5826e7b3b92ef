/** Plain data, because another process renders it. */
export interface RenderableDocument {
  template: string;
  title: string;
  author: string;
  data: unknown;
  attachments?: Attachment[];
}

/** Machine-readable form within the PDF (PDF/A-3). */
export interface Attachment {
  name: string;
  mimeType: string;
  description: string;
  relationship: "alternative" | "source" | "data" | "supplement";
  text: string;
}
