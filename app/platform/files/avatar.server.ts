import { createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import type { Refusal } from "../http/refusal";
import { type PictureRefusal, redrawPicture } from "./pictures.server";

export interface AvatarImages {
  small: Uint8Array<ArrayBuffer>;
  large: Uint8Array<ArrayBuffer>;
}

const EDGES = { small: 96, large: 192 };
const QUALITY_PERCENT = 80;
/** Faces are in the upper half of portraits. */
const CUT_ABOVE = 0.25;

export async function makeAvatar(
  bytes: Uint8Array,
  client: string,
): Promise<{ ok: true; avatar: AvatarImages } | Refusal<PictureRefusal>> {
  const redrawn = await redrawPicture(bytes, client);
  if (!redrawn.ok) return redrawn;
  const image = await loadImage(Buffer.from(redrawn.picture.bytes));
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
