import { extractText, getDocumentProxy } from "unpdf";
import type { Config } from "~/platform/config.server";
import { openFileStore } from "~/platform/files/file-store.server";

/** Text of a PDF, with whitespace and page breaks normalised. */
export async function textOfPdf(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes));
  return text.join(" ").replace(/\s+/g, " ");
}

/** Addresses of the links in a PDF, each once, because a link over several lines has several parts. */
export async function linksOfPdf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages = Array.from({ length: pdf.numPages }, async (_, at) =>
    (await pdf.getPage(at + 1)).getAnnotations(),
  );
  const urls = (await Promise.all(pages)).flat().flatMap(({ url }) => (typeof url === "string" ? url : []));
  return [...new Set(urls)];
}

/** Text of an email's first attachment. */
export async function textOfAttachment(
  config: Config,
  [file]: readonly { fileId?: string }[],
): Promise<string> {
  const bytes = file?.fileId && (await openFileStore(config).get(file.fileId));
  if (!bytes) throw new Error("The mail brings no stored file along");
  return textOfPdf(bytes);
}
