export interface PictureHeader {
  format: "jpeg" | "png" | "webp";
  width: number;
  height: number;
}

/** Reads the size before decoding, because a few kilobytes can decode to gigabytes. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | "heic" | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end));
  try {
    if (text(0, 3) === "\xff\xd8\xff") return readJpeg(view);
    if (text(0, 8) === "\x89PNG\r\n\x1a\n" && text(12, 16) === "IHDR") {
      return { format: "png", width: view.getUint32(16), height: view.getUint32(20) };
    }
    if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return readWebp(view, text(12, 16));
    if (text(4, 8) === "ftyp" && /^(hei|hev|mif1|msf1)/.test(text(8, 12))) return "heic";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/** TEM and RST0 … RST7 (ITU-T T.81, table B.1). */
const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Reads like libjpeg, otherwise a file could hide its real size. */
function readJpeg(view: DataView): PictureHeader | null {
  for (let at = 2; ; ) {
    while (view.getUint8(at) !== 0xff) at++;
    while (view.getUint8(at) === 0xff) at++;
    const marker = view.getUint8(at++);
    // 0xff00 is escaped data.
    if (marker === 0 || isStandalone(marker)) continue;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { format: "jpeg", width: view.getUint16(at + 5), height: view.getUint16(at + 3) };
    if (marker >= 0xd8 && marker <= 0xda) return null;
    const length = view.getUint16(at);
    if (length < 2) return null;
    at += length;
  }
}

function readWebp(view: DataView, chunk: string): PictureHeader | null {
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (chunk) {
    case "VP8X":
      return { format: "webp", width: uint24(24) + 1, height: uint24(27) + 1 };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { format: "webp", width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return {
        format: "webp",
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    default:
      return null;
  }
}
