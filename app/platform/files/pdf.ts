/** ISO 32000: starts with the version. */
export function isPdf(file: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(file.subarray(0, 5)) === "%PDF-";
}
