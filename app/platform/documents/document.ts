/** A document to be drawn: a template and the data that it shows. Plain data, so that another process can draw it. */
export interface DocumentToDraw {
  /** The template's path below app/, such as "platform/documents/report.typ". */
  template: string;
  /** In the file's properties. */
  title: string;
  author: string;
  /** What the template shows, as JSON. Texts are shown as they are: nothing in them is ever run. */
  data: unknown;
  attachments?: Attachment[];
}

/** A file within the document, such as what a program reads instead of it (PDF/A-3). */
export interface Attachment {
  name: string;
  mimeType: string;
  description: string;
  /** What it is to the document: the same in another form, what it was made from, or something beside it. */
  relationship: "alternative" | "source" | "data" | "supplement";
  text: string;
}
