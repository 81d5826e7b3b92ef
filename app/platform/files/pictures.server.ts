import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { type Refusal, refuse } from "../http/refusal";
import { keyedSemaphore } from "../jobs/keyed-semaphore";
import { type PictureHeader, readPictureHeader } from "./picture-header";
import { MAX_EDGE_PX, PICTURE_LIMIT_BYTES } from "./picture-limits";

/** What today's phones make at most; unpacked, a pixel takes four bytes. */
const MAX_PIXELS = 50_000_000;
/** From here on a picture is large: one at a time is drawn. */
const LARGE_PIXELS = 16_000_000;

const MB = 1024 * 1024;
/**
 * What a process may take for a picture beyond what it has at its start: what one needs that comes in several scans (four
 * bytes a pixel, and six for its coefficients), and its copy. In all no more than one of 50 megapixels in a single scan needs.
 */
const MEMORY = { anyBytes: 32 * MB, perPixel: 10, mostBytes: 232 * MB };
/** Fifty megapixels take half a second of a laptop. */
const CPU_SECONDS = 10;
/** On a machine that has a lot else to do. */
const DEADLINE_MS = 60_000;

/** In the build the program is a file of its own (vite.config.ts); elsewhere it is the source. */
const PROGRAM = import.meta.env.PROD
  ? resolve("build/server/picture-process.js")
  : resolve(import.meta.dirname, "picture-process.ts");

/** How a picture is drawn anew: a photo on white, or with what is clear in it. Edges in pixels. */
const drawings = {
  photo: { contentType: "image/jpeg", longestEdge: MAX_EDGE_PX },
  clear: { contentType: "image/png", longestEdge: 1280 },
} as const;

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: (typeof drawings)[keyof typeof drawings]["contentType"];
  width: number;
  height: number;
}

/** Why nothing is made of what was uploaded; of an upload's row, what it refuses. */
export const pictureRefusals = ["not-a-picture", "heic", "too-large", "too-many-pixels", "broken"] as const;
export type PictureRefusal = (typeof pictureRefusals)[number];

declare module "~/platform/http/refusal" {
  interface Refusals extends Record<PictureRefusal, unknown> {
    /** A logo of which nothing is seen. */
    "all-clear": unknown;
  }
}

/** What the process that draws is told. Sizes in pixels, as the file says of itself. */
export interface Order {
  width: number;
  height: number;
  longestEdge: number;
  contentType: Picture["contentType"];
  memoryBytes: number;
  cpuSeconds: number;
}

/** One of each client: whatever somebody's file does, the pictures of others are drawn meanwhile. */
const ofOneClient = keyedSemaphore(1);
const ofLargeOnes = keyedSemaphore(1);
const ofAll = keyedSemaphore(2);

/**
 * Makes a picture of ours out of whatever was uploaded (docs/decisions/0011-pictures.md): drawn anew, upright, its longer
 * edge at most 2048 pixels, as JPEG on white; or 1280, as PNG with what is clear in it. So nothing of the file remains but what is seen: no place, no camera,
 * no code. Drawn by a process of its own, which gets as much memory as the size needs that the file says of itself, and is
 * ended when it takes more or too long. `client`: whose turn it takes.
 */
export async function remakePicture(
  bytes: Uint8Array,
  client = "",
  drawing: keyof typeof drawings = "photo",
): Promise<{ ok: true; picture: Picture } | Refusal<PictureRefusal>> {
  if (bytes.byteLength > PICTURE_LIMIT_BYTES) return refuse("too-large");
  const header = readPictureHeader(bytes);
  if (header === null) return refuse("not-a-picture");
  if (header === "heic") return refuse("heic");
  if (header.width === 0 || header.height === 0) return refuse("broken");
  const pixels = header.width * header.height;
  if (pixels > MAX_PIXELS) return refuse("too-many-pixels");
  const draw = () => ofAll("", () => drawApart(bytes, header, drawing));
  const picture = await ofOneClient(client, () => (pixels > LARGE_PIXELS ? ofLargeOnes("", draw) : draw()));
  return picture ? { ok: true, picture } : refuse("broken");
}

/** By a process of its own. Null: it cannot be drawn as what its header says, or not within the limits that go with that. Throws where no
 * picture can be drawn at all. */
export async function drawApart(
  bytes: Uint8Array,
  { width, height }: PictureHeader,
  how: keyof typeof drawings = "photo",
): Promise<Picture | null> {
  const memoryBytes = Math.min(MEMORY.anyBytes + MEMORY.perPixel * width * height, MEMORY.mostBytes);
  const order = { ...drawings[how], width, height, memoryBytes, cpuSeconds: CPU_SECONDS };
  const drawing = spawn(process.execPath, [PROGRAM, JSON.stringify(order satisfies Order)], {
    // It needs no secret of ours, and no typeface.
    env: {
      PATH: process.env.PATH,
      DISABLE_SYSTEM_FONTS_LOAD: "1",
      UV_THREADPOOL_SIZE: "1",
      MALLOC_ARENA_MAX: "1",
    },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: DEADLINE_MS,
    killSignal: "SIGKILL",
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    drawing.once("error", reject);
    drawing.once("close", resolve);
  });
  const chunks: Buffer[] = [];
  drawing.stdout.on("data", (chunk) => chunks.push(chunk));
  let said = "";
  drawing.stderr.on("data", (chunk) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  // It may end before it has read everything.
  drawing.stdin.on("error", () => {});
  drawing.stdin.end(bytes);
  const status = await ended;
  // 3: it cannot be drawn; null: it was killed at its limits.
  if (status === 3 || status === null) return null;
  if (status !== 0) throw new Error(`Pictures cannot be drawn: ${said}`);
  const answer = Buffer.concat(chunks);
  return {
    bytes: new Uint8Array(answer.subarray(8)),
    contentType: drawings[how].contentType,
    width: answer.readUInt32BE(0),
    height: answer.readUInt32BE(4),
  };
}
