import { createCanvas, Image } from "@napi-rs/canvas";
import { readPictureHeader } from "./picture-header";
import { LONGEST_EDGE, PICTURE_LIMIT_BYTES } from "./picture-limits";

/** What today's phones make at most; unpacked, a pixel takes four bytes. */
const MOST_PIXELS = 50_000_000;
const QUALITY_PERCENT = 82;

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: "image/jpeg";
  width: number;
  height: number;
}

export type PictureRefusal = "not-a-picture" | "heic" | "too-large" | "too-many-pixels" | "broken";

/**
 * Makes a picture of ours out of whatever was uploaded (docs/decisions/0011-pictures.md): drawn anew, upright, its longer
 * edge at most 2048 pixels, as JPEG on white. So nothing of the file remains but what is seen: no place, no camera,
 * no code. Unpacking and packing run beside the event loop, one picture at a time, which bounds their memory.
 */
export async function remakePicture(
  bytes: Uint8Array,
): Promise<{ ok: true; picture: Picture } | { ok: false; reason: PictureRefusal }> {
  if (bytes.byteLength > PICTURE_LIMIT_BYTES) return { ok: false, reason: "too-large" };
  const header = readPictureHeader(bytes);
  if (header === null) return { ok: false, reason: "not-a-picture" };
  if (header === "heic") return { ok: false, reason: "heic" };
  if (header.width === 0 || header.height === 0) return { ok: false, reason: "broken" };
  if (header.width * header.height > MOST_PIXELS) return { ok: false, reason: "too-many-pixels" };
  const picture = await inTurn(() => redraw(bytes));
  return picture ? { ok: true, picture } : { ok: false, reason: "broken" };
}

async function redraw(bytes: Uint8Array): Promise<Picture | null> {
  const image = new Image();
  try {
    image.src = bytes;
    await image.decode();
  } catch {
    return null;
  }
  // As they are seen: the decoder has turned the picture as its file asks.
  const scale = Math.min(1, LONGEST_EDGE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const jpeg = await canvas.encode("jpeg", QUALITY_PERCENT);
  return { bytes: new Uint8Array(jpeg), contentType: "image/jpeg", width, height };
}

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` when all that was given before has ended, well or not. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work, work);
  last = result;
  return result;
}
