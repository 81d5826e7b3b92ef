/** Whether these are the bytes of a PDF. ISO 32000: it begins with its version. */
export function isPdf(file: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(file.subarray(0, 5)) === "%PDF-";
}
