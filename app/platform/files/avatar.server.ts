import { createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import type { Refusal } from "../http/refusal";
import { type PictureRefusal, remakePicture } from "./pictures.server";

/** Somebody's face, twice: squares of WebP. */
export interface AvatarImages {
  small: Uint8Array<ArrayBuffer>;
  large: Uint8Array<ArrayBuffer>;
}

/** In pixels: as a list shows it, and as a page does on a fine screen. */
const EDGES = { small: 96, large: 192 };
const QUALITY_PERCENT = 80;
/** Of what is cut off an upright picture, so much above: faces are in its upper half. */
const CUT_ABOVE = 0.25;

/** Makes the picture of a face out of an uploaded one: drawn anew, as every upload, and cut to a square. `client`: whose turn it takes. */
export async function makeAvatar(
  bytes: Uint8Array,
  client: string,
): Promise<{ ok: true; avatar: AvatarImages } | Refusal<PictureRefusal>> {
  const remade = await remakePicture(bytes, client);
  if (!remade.ok) return remade;
  const image = await loadImage(Buffer.from(remade.picture.bytes));
  return {
    ok: true,
    avatar: { small: await drawSquare(image, EDGES.small), large: await drawSquare(image, EDGES.large) },
  };
}

async function drawSquare(image: Image, edge: number): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = image;
  const side = Math.min(width, height);
  const canvas = createCanvas(edge, edge);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, (width - side) / 2, (height - side) * CUT_ABOVE, side, side, 0, 0, edge, edge);
  return new Uint8Array(await canvas.encode("webp", QUALITY_PERCENT));
}
