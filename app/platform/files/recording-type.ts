/** Two minutes take 0.5 MB at the requested bit rate; some browsers ignore the rate. */
export const RECORDING_LIMIT_BYTES = 2 * 1024 * 1024;

const signatures = [
  { type: "audio/webm", offset: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { type: "audio/ogg", offset: 0, bytes: [0x4f, 0x67, 0x67, 0x53] },
  { type: "audio/mp4", offset: 4, bytes: [0x66, 0x74, 0x79, 0x70] },
] as const;

/** Content type by the signature of WebM (EBML), Ogg (RFC 3533) or MP4 (ISO/IEC 14496-12); null for any other file. */
export function readRecordingType(file: Uint8Array): (typeof signatures)[number]["type"] | null {
  const found = signatures.find(({ offset, bytes }) =>
    bytes.every((byte, index) => file[offset + index] === byte),
  );
  return found?.type ?? null;
}
