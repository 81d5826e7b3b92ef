import { extractText } from "unpdf";
import type { Config } from "~/platform/config.server";
import { openFileStore } from "~/platform/files/file-store.server";

/** Text of a PDF, with whitespace and page breaks normalised. */
export async function textOfPdf(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes));
  return text.join(" ").replace(/\s+/g, " ");
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
