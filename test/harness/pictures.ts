import { crc32, deflateSync } from "node:zlib";
import { createCanvas } from "@napi-rs/canvas";

/** A picture of four coloured quarters (red, green / blue, white), each `half` pixels wide and high. */
export async function createTestPicture(format: "jpeg" | "png" | "webp", half = 40): Promise<Buffer> {
  const canvas = createCanvas(half * 2, half * 2);
  const context = canvas.getContext("2d");
  for (const [index, colour] of ["#ff0000", "#00ff00", "#0000ff", "#ffffff"].entries()) {
    context.fillStyle = colour;
    context.fillRect((index % 2) * half, Math.floor(index / 2) * half, half, half);
  }
  return format === "png" ? canvas.encode("png") : canvas.encode(format as "jpeg", 95);
}

/** Adds the EXIF data of a phone photo: orientation (1 to 8) and location. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(128);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  const entry = (at: number, tag: number, type: number, count: number) => {
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
  };
  entry(10, 0x0112, 3, 1);
  tiff.writeUInt16BE(orientation, 18);
  entry(22, 0x8825, 4, 1);
  tiff.writeUInt32BE(40, 30);
  tiff.writeUInt16BE(1, 40);
  entry(42, 0x0002, 2, 20);
  tiff.writeUInt32BE(60, 50);
  tiff.write("25.2048N 55.2708E\0", 60, "latin1");
  const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const segment = Buffer.from([0xff, 0xe1, 0, 0]);
  segment.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, content, jpeg.subarray(2)]);
}

/** A single-colour PNG of any size: a few kilobytes that decompress to `width × height × 4`. */
export function flatPng(width: number, height: number): Buffer {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return png({ width, height, depth: 1, colours: 0 }, rows);
}

interface PngHeader {
  width: number;
  height: number;
  /** Bits per channel. */
  depth: number;
  /** Colour type: 0 is grey, 6 is RGBA. */
  colours: 0 | 6;
  interlaced?: boolean;
}

/** A PNG with this header and these rows; `between` precedes the rows. */
export function png(declared: PngHeader, rows: Buffer, between: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(declared.width, 0);
  header.writeUInt32BE(declared.height, 4);
  header[8] = declared.depth;
  header[9] = declared.colours;
  header[12] = declared.interlaced ? 1 : 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...between,
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

type WebpChunk = [type: string, content: Buffer];

/** A WebP of these chunks. */
export function webp(chunks: WebpChunk[]): Buffer {
  const body = Buffer.concat([Buffer.from("WEBP"), ...chunks.map(webpChunk)]);
  return webpChunk(["RIFF", body]);
}

function webpChunk([type, content]: WebpChunk): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type), length, content, Buffer.alloc(content.length % 2)]);
}

const uint24 = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16]);

/** The VP8X header of a WebP; `animated`: its pictures are frames. */
export function webpHeader(width: number, height: number, animated = false): WebpChunk {
  const flags = Buffer.from([animated ? 2 : 0, 0, 0, 0]);
  return ["VP8X", Buffer.concat([flags, uint24(width - 1), uint24(height - 1)])];
}

/** A transparent lossless WebP picture: a few hundred bytes of any size up to 16,383. */
export function webpPicture(width: number, height: number): WebpChunk {
  const file = createCanvas(width, height).encodeSync("webp", 100);
  const at = file.indexOf("VP8L");
  return ["VP8L", file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4))];
}

/** A frame of an animated WebP. */
export function webpFrame(width: number, height: number, picture: WebpChunk): WebpChunk {
  const place = [uint24(0), uint24(0), uint24(width - 1), uint24(height - 1), uint24(100), Buffer.from([0])];
  return ["ANMF", Buffer.concat([...place, webpChunk(picture)])];
}

/** A segment of a JPEG. */
function segment(marker: number, content: number[]): Buffer<ArrayBuffer> {
  const length = content.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), Buffer.from(content)]);
}

const bytesOf = (value: number) => [value >> 8, value & 0xff];

/** A frame header with three colour components: baseline (0xc0), progressive (0xc2) … */
export function jpegFrame(marker: number, width: number, height: number): Buffer<ArrayBuffer> {
  const colours = [1, 2, 3].flatMap((colour) => [colour, 0x11, 0]);
  return segment(marker, [8, ...bytesOf(height), ...bytesOf(width), 3, ...colours]);
}

/**
 * A grey progressive JPEG of any size and number of scans, each of which the decoder applies to the whole
 * picture; `before` precedes the frame header. One kilobyte decompresses to `width × height × 10`.
 */
export function progressiveJpeg(
  width: number,
  height: number,
  scans: number,
  before = Buffer.alloc(0),
): Buffer {
  const start = Buffer.from([0xff, 0xd8]);
  const quantization = segment(0xdb, [0, ...Array(64).fill(1)]);
  // A single one-bit code: no difference to the previous block.
  const codes = segment(0xc4, [0, 1, ...Array(15).fill(0), 0]);
  const scan = Buffer.concat([segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 0, 0]), Buffer.alloc(8)]);
  const end = Buffer.from([0xff, 0xd9]);
  const frame = jpegFrame(0xc2, width, height);
  return Buffer.concat([start, before, quantization, frame, codes, ...Array(scans).fill(scan), end]);
}
