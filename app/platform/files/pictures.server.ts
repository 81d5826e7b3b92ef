import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { type Refusal, refuse } from "../http/refusal";
import { keyedSemaphore } from "../jobs/keyed-semaphore";
import { type PictureHeader, readPictureHeader } from "./picture-header";
import { MAX_EDGE_PX, PICTURE_LIMIT_BYTES } from "./picture-limits";

/** Largest pictures of current phones. */
const MAX_PIXELS = 50_000_000;
/** Photos of a phone are larger, unless the browser has scaled them. Two at once cost 444 MB. */
const LARGE_PIXELS = MAX_EDGE_PX ** 2;

const MB = 1024 * 1024;
/** Beyond the initial usage. Progressive JPEGs need ten bytes per pixel and a copy. */
const MEMORY = { baseBytes: 32 * MB, bytesPerPixel: 10, maxBytes: 232 * MB };
const CPU_SECONDS = 10;
const DEADLINE_MS = 60_000;

/** The build has its own file for it (vite.config.ts). */
const PROGRAM = import.meta.env.PROD
  ? resolve("build/server/picture-process.js")
  : resolve(import.meta.dirname, "picture-process.ts");

const outputs = {
  photo: { contentType: "image/jpeg", longestEdge: MAX_EDGE_PX },
  clear: { contentType: "image/png", longestEdge: 1280 },
} as const;

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: (typeof outputs)[keyof typeof outputs]["contentType"];
  width: number;
  height: number;
}

export const pictureRefusals = ["not-a-picture", "heic", "too-large", "too-many-pixels", "broken"] as const;
export type PictureRefusal = (typeof pictureRefusals)[number];

declare module "~/platform/http/refusal" {
  interface Refusals extends Record<PictureRefusal, unknown> {
    transparent: unknown;
  }
}

export interface DrawRequest {
  width: number;
  height: number;
  longestEdge: number;
  contentType: Picture["contentType"];
  memoryBytes: number;
  cpuSeconds: number;
}

/** One client's files must not delay those of others. */
const perClient = keyedSemaphore(1);
const largePictures = keyedSemaphore(1);
const allPictures = keyedSemaphore(2);

/**
 * Redraws an upload (docs/decisions/0011-pictures.md), which removes metadata and embedded code. A child
 * process limits the memory by the size in the header.
 */
export async function redrawPicture(
  bytes: Uint8Array,
  client = "",
  child: keyof typeof outputs = "photo",
): Promise<{ ok: true; picture: Picture } | Refusal<PictureRefusal>> {
  if (bytes.byteLength > PICTURE_LIMIT_BYTES) return refuse("too-large");
  const header = readPictureHeader(bytes);
  if (header === null) return refuse("not-a-picture");
  if (header === "heic") return refuse("heic");
  if (header.width === 0 || header.height === 0) return refuse("broken");
  const pixels = header.width * header.height;
  if (pixels > MAX_PIXELS) return refuse("too-many-pixels");
  const draw = () => allPictures("", () => drawInProcess(bytes, header, child));
  const picture = await perClient(client, () => (pixels > LARGE_PIXELS ? largePictures("", draw) : draw()));
  return picture ? { ok: true, picture } : refuse("broken");
}

/** Draws a picture in a child process. Null if the file does not match its header or exceeds the limits. */
export async function drawInProcess(
  bytes: Uint8Array,
  { width, height }: PictureHeader,
  output: keyof typeof outputs = "photo",
): Promise<Picture | null> {
  const memoryBytes = Math.min(MEMORY.baseBytes + MEMORY.bytesPerPixel * width * height, MEMORY.maxBytes);
  const order = { ...outputs[output], width, height, memoryBytes, cpuSeconds: CPU_SECONDS };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order satisfies DrawRequest)], {
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
    child.once("error", reject);
    child.once("close", resolve);
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  let errorOutput = "";
  child.stderr.on("data", (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-2_000);
  });
  child.stdin.on("error", () => {});
  child.stdin.end(bytes);
  const status = await ended;
  // 3: not drawable; null: killed at its limits.
  if (status === 3 || status === null) return null;
  if (status !== 0) throw new Error(`Images cannot be processed: ${errorOutput}`);
  const answer = Buffer.concat(chunks);
  return {
    bytes: new Uint8Array(answer.subarray(8)),
    contentType: outputs[output].contentType,
    width: answer.readUInt32BE(0),
    height: answer.readUInt32BE(4),
  };
}
