import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createCanvas, Image } from "@napi-rs/canvas";
import type { Order } from "./pictures.server";

/*
 * The program of the process that draws one picture anew and ends (docs/decisions/0011-pictures.md). What it is to do is
 * its argument, the file comes by its input; its output is width and height, four bytes each, and the picture. It ends with 3
 * where the file cannot be drawn. Node runs it as it stands in development and tests: so it imports no code of ours.
 */

const QUALITY_PERCENT = 82;

const order: Order = JSON.parse(process.argv[2]!);

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const bytes = Buffer.concat(chunks);

if (process.platform === "linux") limitSelf(order);
// Whatever is wrong with the file.
const drawn = await redraw(bytes, order).catch(() => null);
if (drawn) process.stdout.write(drawn);
else process.exitCode = 3;

/**
 * From here on the kernel gives no more than this: a file that says less of itself than it unpacks to ends the process, and
 * nothing else. Counted from what Node has by now, which is other on each machine. No memory is left behind in a file, either.
 */
function limitSelf({ memoryBytes, cpuSeconds }: Order): void {
  const [, usedKb] = /VmData:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))!;
  const data = Number(usedKb) * 1024 + memoryBytes;
  const limits = [`--data=${data}`, `--cpu=${cpuSeconds}`, "--core=0"];
  execFileSync("prlimit", ["--pid", String(process.pid), ...limits]);
}

async function redraw(
  bytes: Buffer,
  { width, height, longestEdge, contentType }: Order,
): Promise<Buffer | null> {
  const image = new Image();
  image.src = bytes;
  await image.decode();
  // What was unpacked is not what the file says of itself. Turned, as the file may ask, it has its sides changed.
  if (Math.max(image.width, image.height) !== Math.max(width, height)) return null;
  if (Math.min(image.width, image.height) !== Math.min(width, height)) return null;
  const scale = Math.min(1, longestEdge / Math.max(image.width, image.height));
  const size = [image.width, image.height].map((edge) => Math.max(1, Math.round(edge * scale)));
  const [seenWidth = 1, seenHeight = 1] = size;
  const canvas = createCanvas(seenWidth, seenHeight);
  const context = canvas.getContext("2d");
  if (contentType === "image/jpeg") {
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, seenWidth, seenHeight);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, seenWidth, seenHeight);
  const file = await (contentType === "image/png"
    ? canvas.encode("png")
    : canvas.encode("jpeg", QUALITY_PERCENT));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(seenWidth, 0);
  header.writeUInt32BE(seenHeight, 4);
  return Buffer.concat([header, file]);
}
