/** True if the file starts with the version header of a PDF (ISO 32000). */
export function isPdf(file: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(file.subarray(0, 5)) === "%PDF-";
}
