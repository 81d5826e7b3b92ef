import { inflateRawSync } from "node:zlib";

/** The files of a ZIP archive, read by its local headers. */
export function unzip(archive: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const packed = archive.readUInt32LE(at + 18);
    const nameEnd = at + 30 + archive.readUInt16LE(at + 26);
    const name = archive.toString("utf8", at + 30, nameEnd);
    files[name] = inflateRawSync(archive.subarray(nameEnd, nameEnd + packed));
    at = nameEnd + packed;
  }
  return files;
}
