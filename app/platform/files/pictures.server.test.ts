import { performance } from "node:perf_hooks";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { describe, expect, it } from "vitest";
import { createTestPicture, flatPng, withExif } from "../../../test/harness/pictures";
import { readPictureHeader } from "./picture-header";
import { PICTURE_LIMIT_BYTES } from "./picture-limits";
import { redrawPicture } from "./pictures.server";

/** Colours of the four quadrants, clockwise from the top left. */
async function coloursOf(bytes: Uint8Array): Promise<string[]> {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.75, 0.75],
    [0.25, 0.75],
  ].map(([x = 0, y = 0]) => {
    const { data } = context.getImageData(image.width * x, image.height * y, 1, 1);
    const [red, green, blue] = [...data.slice(0, 3)].map((value) => value > 128);
    return red && green && blue ? "white" : red ? "red" : green ? "green" : blue ? "blue" : "black";
  });
}

async function redraw(bytes: Uint8Array) {
  const result = await redrawPicture(bytes);
  if (!result.ok) throw new Error(`Refused: ${result.reason}`);
  return result.picture;
}

describe("redrawPicture", () => {
  it.each(["jpeg", "png", "webp"] as const)("preserves colours and positions of a %s", async (format) => {
    const picture = await redraw(await createTestPicture(format));
    expect(picture).toMatchObject({ contentType: "image/jpeg", width: 80, height: 80 });
    expect(await coloursOf(picture.bytes)).toEqual(["red", "green", "white", "blue"]);
  });

  it.each([
    [1, ["red", "green", "white", "blue"]],
    [3, ["white", "blue", "red", "green"]],
    [6, ["blue", "red", "green", "white"]],
    [8, ["green", "white", "blue", "red"]],
  ])("rotates the picture upright (orientation %i)", async (orientation, colours) => {
    const picture = await redraw(withExif(await createTestPicture("jpeg"), orientation));
    expect(await coloursOf(picture.bytes)).toEqual(colours);
  });

  it("removes location and camera", async () => {
    const photo = withExif(await createTestPicture("jpeg"), 6);
    expect(photo.includes("55.2708E")).toBe(true);
    const { bytes } = await redraw(photo);
    for (const trace of ["Exif", "55.2708E", "http://ns.adobe.com"]) {
      expect(Buffer.from(bytes).includes(trace)).toBe(false);
    }
  });

  it("removes data appended to the file", async () => {
    const stowaway = Buffer.concat([
      await createTestPicture("jpeg"),
      Buffer.from("<script>alert(1)</script>PK\x03\x04"),
    ]);
    expect(Buffer.from((await redraw(stowaway)).bytes).includes("script")).toBe(false);
  });

  it("scales down to 2048 pixels and keeps the aspect ratio", async () => {
    const { width, height } = await redraw(flatPng(4096, 1024));
    expect([width, height]).toEqual([2048, 512]);
    expect(await redraw(flatPng(30_000, 2))).toMatchObject({ width: 2048, height: 1 });
  });

  it("draws transparent areas white", async () => {
    const transparent = createCanvas(10, 10).encode("png");
    expect(await coloursOf((await redraw(await transparent)).bytes)).toEqual(Array(4).fill("white"));
  });

  it("decodes large pictures of several clients one at a time, which limits memory", async () => {
    const countProcesses = () =>
      process.getActiveResourcesInfo().filter((resource) => resource === "ProcessWrap").length;
    let most = 0;
    const sampling = setInterval(() => {
      most = Math.max(most, countProcesses());
    }, 5);
    try {
      const clients = ["one", "two"];
      const results = await Promise.all(
        clients.map((client) => redrawPicture(flatPng(4_000, 3_000), client)),
      );
      expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    } finally {
      clearInterval(sampling);
    }
    expect(most).toBe(1);
  });

  it("does not block the event loop", async () => {
    const photo = await createTestPicture("jpeg", 1_700);
    const before = performance.eventLoopUtilization();
    await redraw(photo);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.8);
  });
});

describe("redrawPicture refusals", () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ["an empty file", () => new Uint8Array(), "not-a-picture"],
    ["a text file", () => Buffer.from("a holiday photo"), "not-a-picture"],
    [
      "an SVG, which can contain scripts",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      "not-a-picture",
    ],
    ["a GIF", () => Buffer.from("GIF89a\x01\0\x01\0"), "not-a-picture"],
    ["an iPhone's HEIC", () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), "heic"],
    ["a truncated JPEG", () => Buffer.from("\xff\xd8\xff\xe0\0\x10JFIF", "latin1"), "not-a-picture"],
    ["a truncated PNG", () => flatPng(10, 10).subarray(0, 40), "broken"],
    ["a PNG without a width", () => flatPng(0, 10), "broken"],
    ["a file one byte above 10 MB", () => new Uint8Array(PICTURE_LIMIT_BYTES + 1), "too-large"],
    ["a small PNG that decompresses to 1.6 GB", () => flatPng(20_000, 20_000), "too-many-pixels"],
  ])("refuses to redraw %s", async (_, make, reason) => {
    expect(await redrawPicture(await make())).toEqual({ ok: false, reason });
  });

  it("refuses too many pixels before decoding", async () => {
    const bomb = flatPng(20_000, 20_000);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 3; round++) await redrawPicture(bomb);
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
  });
});

it.each(["jpeg", "png", "webp"] as const)("reads the size from the header of a %s", async (format) => {
  const wide = createCanvas(123, 45);
  const bytes = format === "png" ? await wide.encode("png") : await wide.encode(format as "jpeg", 90);
  expect(readPictureHeader(bytes)).toEqual({ format, width: 123, height: 45 });
  for (let end = 0; end < bytes.length; end += 7) readPictureHeader(bytes.subarray(0, end));
});
