import { createCanvas, type Image, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import { type Refusal, refuse } from "../http/refusal";
import type { LogoPlate } from "./logo";
import { type PictureRefusal, redrawPicture } from "./pictures.server";

export interface LogoPicture {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  plate: LogoPlate;
  icon: Uint8Array<ArrayBuffer>;
}

/** In pixels, tried until the file is small enough. */
const EDGES = [640, 448, 320, 224];
/** Every document contains the logo. */
const MAX_BYTES = 200 * 1024;
const ICON_EDGE = 512;

/** Refuses fully transparent pictures. `client`: key for the limit of concurrent uploads. */
export async function makeLogo(
  bytes: Uint8Array,
  client: string,
): Promise<{ ok: true; logo: LogoPicture } | Refusal<PictureRefusal | "transparent">> {
  const redrawn = await redrawPicture(bytes, client, "clear");
  if (!redrawn.ok) return redrawn;
  const logo = await drawLogo(await loadImage(Buffer.from(redrawn.picture.bytes)));
  return logo ? { ok: true, logo } : refuse("transparent");
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function drawLogo(image: Image): Promise<LogoPicture | null> {
  const { width, height } = image;
  const whole = createCanvas(width, height);
  const context = whole.getContext("2d");
  context.drawImage(image, 0, 0);
  const box = findVisibleBounds(context, { width, height });
  if (!box) return null;
  const plate = choosePlate(context, box);

  const draw = (edge: number) => {
    const fit = Math.min(1, edge / Math.max(box.width, box.height));
    const canvas = createCanvas(
      Math.max(1, Math.round(box.width * fit)),
      Math.max(1, Math.round(box.height * fit)),
    );
    const target = canvas.getContext("2d");
    target.imageSmoothingQuality = "high";
    target.drawImage(whole, box.x, box.y, box.width, box.height, 0, 0, canvas.width, canvas.height);
    return canvas;
  };
  let picture = draw(EDGES[0]!);
  let file = await picture.encode("png");
  for (const edge of EDGES.slice(1)) {
    if (file.byteLength <= MAX_BYTES) break;
    picture = draw(edge);
    file = await picture.encode("png");
  }

  const icon = createCanvas(ICON_EDGE, ICON_EDGE);
  const square = icon.getContext("2d");
  square.fillStyle = plate === "on-light" ? DARK_COLOUR : "#ffffff";
  square.fillRect(0, 0, ICON_EDGE, ICON_EDGE);
  square.imageSmoothingQuality = "high";
  const fit = (ICON_EDGE * 0.72) / Math.max(picture.width, picture.height);
  const [w, h] = [picture.width * fit, picture.height * fit];
  square.drawImage(picture, (ICON_EDGE - w) / 2, (ICON_EDGE - h) / 2, w, h);
  return {
    bytes: new Uint8Array(file),
    width: picture.width,
    height: picture.height,
    plate,
    icon: new Uint8Array(await icon.encode("png")),
  };
}

function findVisibleBounds(
  context: SKRSContext2D,
  { width, height }: { width: number; height: number },
): Box | null {
  const { data } = context.getImageData(0, 0, width, height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < MIN_ALPHA) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

const MIN_ALPHA = 32;
const MIN_CONTRAST = 2;
/** Share of indistinguishable pixels. */
const MAX_LOST_SHARE = 0.08;
const DARK_COLOUR = "#0f1a2b";
const LIGHT_GROUND = 1;
const DARK_GROUND = 0.007;

function choosePlate(context: SKRSContext2D, { x, y, width, height }: Box): LogoPlate {
  const { data } = context.getImageData(x, y, width, height);
  let [visiblePixels, lostOnLight, lostOnDark] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < MIN_ALPHA) continue;
    visiblePixels++;
    const light = luminance(data[at]!, data[at + 1]!, data[at + 2]!);
    if ((LIGHT_GROUND + 0.05) / (light + 0.05) < MIN_CONTRAST) lostOnLight++;
    if ((Math.max(light, DARK_GROUND) + 0.05) / (Math.min(light, DARK_GROUND) + 0.05) < MIN_CONTRAST)
      lostOnDark++;
  }
  if (visiblePixels === width * height) return "never";
  const max = Math.max(lostOnLight, lostOnDark);
  if (max < visiblePixels * MAX_LOST_SHARE) return "never";
  return lostOnDark >= lostOnLight ? "on-dark" : "on-light";
}

function luminance(red: number, green: number, blue: number): number {
  const linear = (value: number) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
