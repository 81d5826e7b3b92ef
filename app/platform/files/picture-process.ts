import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createCanvas, Image } from "@napi-rs/canvas";
import type { DrawRequest } from "./pictures.server";

/*
 * Child process that redraws one picture (docs/decisions/0011-pictures.md). Exit code 3: cannot be drawn.
 * Imports no project code, because Node runs the source directly in development.
 */

const QUALITY_PERCENT = 82;

const order: DrawRequest = JSON.parse(process.argv[2]!);

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const bytes = Buffer.concat(chunks);

if (process.platform === "linux") limitResources(order);
const result = await redrawPicture(bytes, order).catch(() => null);
if (result) process.stdout.write(result);
else process.exitCode = 3;

/** Kernel limits, so that a file with a false size only ends this process. */
function limitResources({ memoryBytes, cpuSeconds }: DrawRequest): void {
  const [, usedKb] = /VmData:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))!;
  const data = Number(usedKb) * 1024 + memoryBytes;
  const limits = [`--data=${data}`, `--cpu=${cpuSeconds}`, "--core=0"];
  execFileSync("prlimit", ["--pid", String(process.pid), ...limits]);
}

async function redrawPicture(
  bytes: Buffer,
  { width, height, longestEdge, contentType }: DrawRequest,
): Promise<Buffer | null> {
  const image = new Image();
  image.src = bytes;
  await image.decode();
  if (Math.max(image.width, image.height) !== Math.max(width, height)) return null;
  if (Math.min(image.width, image.height) !== Math.min(width, height)) return null;
  const scale = Math.min(1, longestEdge / Math.max(image.width, image.height));
  const size = [image.width, image.height].map((edge) => Math.max(1, Math.round(edge * scale)));
  const [outputWidth = 1, outputHeight = 1] = size;
  const canvas = createCanvas(outputWidth, outputHeight);
  const context = canvas.getContext("2d");
  if (contentType === "image/jpeg") {
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, outputWidth, outputHeight);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, outputWidth, outputHeight);
  const file = await (contentType === "image/png"
    ? canvas.encode("png")
    : canvas.encode("jpeg", QUALITY_PERCENT));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(outputWidth, 0);
  header.writeUInt32BE(outputHeight, 4);
  return Buffer.concat([header, file]);
}
