import { ACCEPTED_PICTURES } from "../files/picture-limits";
import { uploadFile, uploadPicture } from "./upload-client";

const PDF = "application/pdf";

export const ACCEPTED_PDF_OR_PICTURE = `${PDF},${ACCEPTED_PICTURES}`;

export async function uploadPdfOrPicture(
  path: string,
  file: File,
  options: Parameters<typeof uploadFile>[2],
): Promise<{ id: string; isPicture: boolean }> {
  const isPicture = file.type !== PDF;
  const id = isPicture ? await uploadPicture(file, options) : await uploadFile(path, file, options);
  return { id, isPicture };
}
