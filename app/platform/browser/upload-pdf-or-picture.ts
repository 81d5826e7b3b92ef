import { ACCEPTED_PICTURES } from "../files/picture-limits";
import { uploadFile, uploadPicture } from "./upload-client";

const PDF = "application/pdf";

/** What a paper may be: a PDF, or a picture of it. */
export const ACCEPTED_PDF_OR_PICTURE = `${PDF},${ACCEPTED_PICTURES}`;

/** Uploads a PDF to `path`, or a picture where pictures go, and returns its id. Throws as `uploadPicture` does. */
export async function uploadPdfOrPicture(
  path: string,
  file: File,
  options: Parameters<typeof uploadFile>[2],
): Promise<{ id: string; isPicture: boolean }> {
  const isPicture = file.type !== PDF;
  const id = isPicture ? await uploadPicture(file, options) : await uploadFile(path, file, options);
  return { id, isPicture };
}
