import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdirSync, readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { createCanvas } from "@napi-rs/canvas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "~/platform/random";
import { casesForRun, rounds, seedOfRun } from "../../../test/faults/rounds";
import {
  createTestPicture,
  flatPng,
  jpegFrame,
  png,
  pngChunk,
  progressiveJpeg,
  webp,
  webpFrame,
  webpHeader,
  webpPicture,
} from "../../../test/harness/pictures";
import { readPictureHeader } from "./picture-header";
import { type DrawRequest, drawInProcess, type PictureRefusal, redrawPicture } from "./pictures.server";

const MB = 1e6;

/** Tests a random sample because each picture takes a second. */
const random = createRandom(seedOfRun());

/** Starts and ends of child processes during `work`, in order, identified by picture width. */
async function drawingsDuring(operation: () => Promise<unknown>): Promise<["starts" | "ends", number][]> {
  const drawings: ["starts" | "ends", number][] = [];
  const onStart = (message: unknown) => {
    const { process } = message as { process: ChildProcess };
    const record = (event: "starts" | "ends") => {
      const { width } = JSON.parse(process.spawnargs.at(-1)!) as DrawRequest;
      drawings.push([event, width]);
    };
    process.once("spawn", () => record("starts")).once("close", () => record("ends"));
  };
  subscribe("child_process", onStart);
  await operation().finally(() => unsubscribe("child_process", onStart));
  return drawings;
}

/**
 * Peak additional memory of this process and its children during `work`, in bytes. Shared pages count once.
 */
async function memoryOf(operation: () => Promise<unknown>): Promise<number> {
  const before = memoryNow();
  let max = before;
  const watch = setInterval(() => {
    max = Math.max(max, memoryNow());
  }, 5);
  await operation().finally(() => clearInterval(watch));
  return max - before;
}

function memoryNow(): number {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.reduce((sum, id) => sum + (isDescendant(id) ? memoryOfProcess(id) : 0), 0);
}

function isDescendant(id: string): boolean {
  if (Number(id) === process.pid) return true;
  try {
    // Fields after the process name: state and parent.
    const [, parent] = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]!.split(" ");
    return Number(parent) === process.pid;
  } catch {
    // The process has ended.
    return false;
  }
}

function memoryOfProcess(id: string): number {
  try {
    return Number(/Pss:\s*(\d+) kB/.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))![1]) * 1024;
  } catch {
    return 0;
  }
}

/** Bytes before the frame header that mislead a parser which treats `marker` as having a length. */
function hideBehind(marker: number): Buffer<ArrayBuffer> {
  // As a length: 0xffe1, the marker of the actual segment.
  const length = 0xfff0;
  const segment = Buffer.concat([
    Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]),
    Buffer.alloc(length - 2),
  ]);
  const all = Buffer.concat([Buffer.from([0xff, marker]), segment]);
  jpegFrame(0xc0, 10, 10).copy(all, 2 + 0xffe1);
  return all;
}

const standaloneMarkers = [0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7];
const falseFrame = jpegFrame(0xc0, 10, 10);

/** Segments before the frame header that contain a false frame header. */
const disguises: [string, Buffer<ArrayBuffer>][] = [
  ...standaloneMarkers.map((marker): [string, Buffer<ArrayBuffer>] => [
    `the marker ${marker.toString(16)}, which has no length`,
    hideBehind(marker),
  ]),
  ["fill bytes", Buffer.concat([Buffer.alloc(9, 0xff), Buffer.from([0x01]), Buffer.alloc(3, 0xff)])],
  ["bytes outside any segment", Buffer.from([0xff, 0x01, 0, 17, 0xff, 0, 8, 0xff, 0xff, 0x01])],
  [
    "a complete picture within a segment",
    Buffer.concat([Buffer.from([0xff, 0xe2, 0, falseFrame.length + 4, 0xff, 0xd8]), falseFrame]),
  ],
  [
    "a comment that looks like a frame",
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, falseFrame.length + 2]), falseFrame]),
  ],
];

describe("JPEG with a hidden size", () => {
  it.each(casesForRun(disguises, random))("reads the real size of a JPEG with %s", async (_, before) => {
    const honest = progressiveJpeg(64, 48, 1, before);
    expect(readPictureHeader(honest)).toEqual({ format: "jpeg", width: 64, height: 48 });
    // The decoder agrees; otherwise the picture would not be drawn.
    expect(await redrawPicture(honest)).toMatchObject({ ok: true, picture: { width: 64, height: 48 } });
    const bomb = progressiveJpeg(23_000, 23_000, 1, before);
    expect(await redrawPicture(bomb)).toEqual({ ok: false, reason: "too-many-pixels" });
  });

  it("limits memory by the first frame header of a JPEG with two", async () => {
    const bomb = progressiveJpeg(23_000, 23_000, 1, jpegFrame(0xc0, 10, 10));
    expect(await memoryOf(() => redrawPicture(bomb))).toBeLessThan(150 * MB);
  });
});

describe("drawInProcess", () => {
  it("limits memory by the size in the header", async () => {
    const vast = flatPng(20_000, 20_000);
    const small = { format: "png", width: 10, height: 10 } as const;
    let result: unknown;
    const more = await memoryOf(async () => {
      result = await drawInProcess(vast, small);
    });
    expect(result).toBeNull();
    expect(more).toBeLessThan(150 * MB);
  });

  it("refuses a picture of another size than its header", async () => {
    const result = await drawInProcess(await createTestPicture("png"), {
      format: "png",
      width: 80,
      height: 79,
    });
    expect(result).toBeNull();
  });

  const largest: [string, boolean, () => Uint8Array | Promise<Uint8Array>][] = [
    ["the largest accepted JPEG", true, () => createCanvas(8_000, 6_250).encode("jpeg", 80)],
    ["the largest accepted PNG", true, () => flatPng(7_071, 7_071)],
    // Coefficients take more memory than pixels.
    ["the largest progressive JPEG", false, () => progressiveJpeg(8_000, 6_250, 40)],
    ["a progressive JPEG of usual size", true, () => progressiveJpeg(4_000, 3_000, 10)],
  ];
  it.each(casesForRun(largest, random))(
    "stays within 300 MB of additional memory: %s",
    async (_, ok, make) => {
      const file = await make();
      const more = await memoryOf(async () => expect(await redrawPicture(file)).toMatchObject({ ok }));
      expect(more).toBeLessThan(300 * MB);
      // Proves that the measurement includes the child process.
      if (file.length > 100_000) expect(more).toBeGreaterThan(150 * MB);
    },
  );

  it("draws one picture per client at a time without delaying other clients", async () => {
    const bomb = progressiveJpeg(8_000, 6_250, 40);
    const honest = await createTestPicture("jpeg");
    let more = 0;
    const drawings = await drawingsDuring(async () => {
      more = await memoryOf(() =>
        Promise.all([
          ...[1, 2, 3, 4].map(() => redrawPicture(bomb, "192.0.2.1")),
          (async () => {
            expect(await redrawPicture(honest, "198.51.100.1")).toMatchObject({ ok: true });
          })(),
        ]),
      );
    });
    // The visitor waits for none of them.
    expect(drawings.slice(0, 2)).toEqual([
      ["starts", 8_000],
      ["starts", 80],
    ]);
    expect(drawings.filter(([, width]) => width === 8_000).map(([event]) => event)).toEqual(
      [1, 2, 3, 4].flatMap(() => ["starts", "ends"]),
    );
    expect(more).toBeLessThan(400 * MB);
  });
});

describe("decompression bombs", () => {
  const latin = (text: string) => Buffer.from(text, "latin1");
  const max = Buffer.alloc(8, 0xff);

  it.each<[string, PictureRefusal, Buffer]>([
    ["a GIF of 65,535 × 65,535", "not-a-picture", Buffer.concat([latin("GIF89a"), max])],
    ["a BMP", "not-a-picture", Buffer.concat([latin("BM"), Buffer.alloc(16), max])],
    ["a TIFF", "not-a-picture", latin("II*\0\x08\0\0\0")],
    [
      "an SVG",
      "not-a-picture",
      latin('<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>'),
    ],
    ["a JPEG XL", "not-a-picture", latin("\xff\x0a")],
    ["an AVIF", "not-a-picture", latin("\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf")],
    ["a HEIC", "heic", latin("\0\0\0\x1cftypheic\0\0\0\0mif1heic")],
    [
      "9 MB of fill bytes",
      "not-a-picture",
      Buffer.concat([latin("\xff\xd8"), Buffer.alloc(9_000_000, 0xff)]),
    ],
    [
      "9 MB of markers without a length",
      "not-a-picture",
      Buffer.concat([latin("\xff\xd8\xff"), Buffer.alloc(9_000_000, latin("\xd0\xff"))]),
    ],
    ["a JPEG without a height", "broken", progressiveJpeg(4_000, 0, 1)],
    [
      "a PNG of the largest possible size",
      "too-many-pixels",
      png({ width: 0x7fffffff, height: 0x7fffffff, depth: 8, colours: 6 }, Buffer.alloc(10)),
    ],
    [
      "a WebP of the largest possible size",
      "too-many-pixels",
      webp([webpHeader(16_777_216, 16_777_216), webpPicture(80, 80)]),
    ],
  ])("refuses %s before decoding", async (_, reason, file) => {
    expect(await redrawPicture(file)).toEqual({ ok: false, reason });
  });

  const small = { width: 10, height: 10, depth: 8, colours: 6 } as const;
  const dot = Buffer.alloc(10 * 41);
  const flood = () => deflateSync(Buffer.alloc(5e8));
  const behind = (start: string) => Buffer.concat([latin(start), flood()]);

  const unpacked: [string, boolean, () => Buffer][] = [
    ["a WebP larger than its header", false, () => webp([webpHeader(80, 80), webpPicture(7_000, 7_000)])],
    ["a WebP smaller than its header", false, () => webp([webpHeader(7_000, 7_000), webpPicture(80, 80)])],
    [
      "an animated WebP of 200 frames",
      true,
      () => {
        const frame = webpFrame(80, 80, webpPicture(80, 80));
        return webp([webpHeader(7_000, 7_000, true), ["ANIM", Buffer.alloc(6)], ...Array(200).fill(frame)]);
      },
    ],
    [
      "an animated WebP with a frame larger than its header",
      false,
      () => {
        const frame = webpFrame(7_000, 7_000, webpPicture(7_000, 7_000));
        return webp([webpHeader(80, 80, true), ["ANIM", Buffer.alloc(6)], frame]);
      },
    ],
    ["a fully transparent WebP", true, () => webp([webpPicture(7_000, 7_000)])],
    ["a truncated WebP", true, () => webp([webpPicture(7_000, 7_000)]).subarray(0, 40)],
    [
      "a PNG of one row of 50 million pixels",
      false,
      () => png({ width: 5e7, height: 1, depth: 8, colours: 6 }, Buffer.alloc(2e8 + 1)),
    ],
    [
      "a PNG of one column of 50 million pixels",
      false,
      () => png({ width: 1, height: 5e7, depth: 1, colours: 0 }, Buffer.alloc(1e8)),
    ],
    [
      "an interlaced PNG of eight bytes per pixel",
      false,
      () => {
        const rows = Buffer.alloc((7_000 * 8 + 1) * 7_000);
        return png({ width: 7_000, height: 7_000, depth: 16, colours: 6, interlaced: true }, rows);
      },
    ],
    ["a PNG with more rows than in its header", true, () => png(small, Buffer.alloc(5e8))],
    [
      "a PNG with 500 MB of compressed text",
      true,
      () => png(small, dot, [pngChunk("zTXt", behind("a\0\0"))]),
    ],
    [
      "a PNG with 500 MB of compressed international text",
      true,
      () => png(small, dot, [pngChunk("iTXt", behind("a\0\x01\0\0\0"))]),
    ],
    [
      "a PNG with a compressed colour profile of 500 MB",
      true,
      () => png(small, dot, [pngChunk("iCCP", behind("a\0\0"))]),
    ],
    [
      "a PNG with a second header",
      false,
      () => Buffer.concat([png(small, dot).subarray(0, 33), flatPng(20_000, 20_000).subarray(8)]),
    ],
    ["a truncated PNG", true, () => flatPng(4_000, 4_000).subarray(0, 200)],
    ["a JPEG of 300,000 scans", false, () => progressiveJpeg(300, 200, 300_000)],
    ["a JPEG of 3,000 scans of twelve megapixels", false, () => progressiveJpeg(4_000, 3_000, 3_000)],
    ["a truncated JPEG", false, () => progressiveJpeg(4_000, 3_000, 10).subarray(0, 100)],
  ];
  it.each(casesForRun(unpacked, random))(
    "stays within 300 MB and draws the stated size or nothing: %s",
    async (_, ok, make) => {
      const file = make();
      expect(file.length).toBeLessThan(10e6);
      const more = await memoryOf(async () => expect(await redrawPicture(file)).toMatchObject({ ok }));
      expect(more).toBeLessThan(300 * MB);
    },
  );
});

it("property: any corrupted picture is drawn or refused within the memory for its size", async () => {
  const samples = [
    await createTestPicture("jpeg"),
    await createTestPicture("png"),
    await createTestPicture("webp"),
    progressiveJpeg(300, 200, 3),
  ];
  const refusals: PictureRefusal[] = ["not-a-picture", "heic", "too-many-pixels", "broken"];
  const change = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }) });
  // Mostly within the header, which contains the sizes.
  const near = fc.record({ at: fc.nat(60), bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }) });
  const changes = fc.array(fc.oneof(near, change), { minLength: 1, maxLength: 6 });
  const more = await memoryOf(() =>
    // Reports its seed on failure.
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...samples), changes, async (sample, changes) => {
        const file = Buffer.from(sample);
        for (const { at, bytes } of changes)
          file.set(bytes.slice(0, file.length - (at % file.length)), at % file.length);
        const result = await redrawPicture(file);
        if (!result.ok) expect(refusals).toContain(result.reason);
      }),
      { numRuns: rounds({ short: 2, long: 60 }) },
    ),
  );
  expect(more).toBeLessThan(300 * MB);
});
