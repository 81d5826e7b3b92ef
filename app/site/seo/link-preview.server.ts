import { createRequire } from "node:module";
import { type Canvas, createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import { containsName, type Logo } from "~/platform/files/logo";
import { drawHouse } from "../house/drawing";
import { ink } from "../house/materials";

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;
/** Width of the text column in pixels; the house takes the rest. */
const COLUMN = 560;
const SAND = "#f6f0e6";
const BRASS = "#e0a84a";
const MUTED = "#aeb6c4";

/** Draws the image of link previews: 1200 × 630 PNG, the house at night beside the page's title. */
export async function drawLinkPreview(words: {
  name: string;
  headline: string;
  footer: string;
  /** Logo file; null for the drawn mark. */
  logo: (Logo & { picture: Uint8Array }) | null;
}) {
  scene ??= drawScene();
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  context.drawImage(await scene, 0, 0);

  const nameAt = words.logo
    ? await drawLogo(context, words.logo)
    : drawMark(context, { x: MARGIN - 8, y: 58, size: 52 });
  if (!words.logo || !containsName(words.logo)) {
    context.fillStyle = SAND;
    context.font = `600 34px ${FAMILY}`;
    context.fillText(words.name, nameAt, 96);
  }

  const { lines, size } = fitHeadline(context, words.headline);
  const lineHeight = Math.round(size * 1.12);
  const top = Math.round((HEIGHT - lines.length * lineHeight) / 2) + 12;
  context.letterSpacing = "-0.02em";
  for (const [index, line] of lines.entries()) {
    context.fillText(line, MARGIN, top + Math.round(size * 0.8) + index * lineHeight);
  }
  context.letterSpacing = "0px";

  context.fillStyle = BRASS;
  context.fillRect(MARGIN, HEIGHT - 106, 48, 4);
  context.fillStyle = MUTED;
  context.font = `400 24px ${FAMILY}`;
  context.fillText(words.footer, MARGIN, HEIGHT - 60);
  return new Uint8Array(await canvas.encode("png"));
}

/** Finds the largest size at which the headline fits into four balanced lines; longer text is cut off. */
function fitHeadline(context: SKRSContext2D, headline: string): { lines: string[]; size: number } {
  let fitted = { lines: [headline], size: 0 };
  for (const size of [76, 68, 60, 52, 44]) {
    context.font = `600 ${size}px ${FAMILY}`;
    fitted = { lines: wrap(context, headline, COLUMN), size };
    const widest = Math.max(...fitted.lines.map((line) => context.measureText(line).width));
    if (fitted.lines.length <= 4 && widest <= COLUMN) break;
  }
  for (let column = COLUMN; column > 0; column -= 8) {
    const balanced = wrap(context, headline, column);
    if (balanced.length > fitted.lines.length) break;
    fitted.lines = balanced;
  }
  return { ...fitted, lines: fitted.lines.slice(0, 4) };
}

function wrap(context: SKRSContext2D, text: string, column: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= column) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Draws the logo, on a plate if it would be invisible on dark; returns the x position of the name. */
async function drawLogo(context: SKRSContext2D, logo: Logo & { picture: Uint8Array }): Promise<number> {
  const scale = Math.min(56 / logo.height, COLUMN / logo.width);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const y = 84 - height / 2;
  if (logo.plate === "on-dark") {
    context.fillStyle = "#ffffff";
    context.beginPath();
    context.roundRect(MARGIN - 8, y - 8, width + 16, height + 16, 8);
    context.fill();
  }
  context.drawImage(await loadImage(Buffer.from(logo.picture)), MARGIN, y, width, height);
  return MARGIN + width + 24;
}

/** Draws the cornerstone mark; returns the x position of the name. */
function drawMark(context: SKRSContext2D, { x, y, size }: { x: number; y: number; size: number }): number {
  const scale = size / 32;
  const faces: [colour: string, opacity: number, ...points: [number, number][]][] = [
    [BRASS, 1, [5, 11.5], [16, 5.4], [16, 16.6], [5, 22.8]],
    [SAND, 1, [16, 5.4], [27, 11.5], [27, 22.8], [16, 16.6]],
    [BRASS, 0.6, [5, 22.8], [16, 16.6], [27, 22.8], [16, 28.9]],
  ];
  for (const [colour, opacity, ...points] of faces) {
    context.fillStyle = colour;
    context.globalAlpha = opacity;
    context.beginPath();
    for (const [pointX, pointY] of points) context.lineTo(x + pointX * scale, y + pointY * scale);
    context.closePath();
    context.fill();
  }
  context.globalAlpha = 1;
  return MARGIN + 56;
}

/** Background of every card, drawn once per process. */
let scene: Promise<Canvas> | undefined;
async function drawScene(): Promise<Canvas> {
  for (const script of ["latin", "arabic"]) {
    GlobalFonts.registerFromPath(
      require.resolve(`@fontsource-variable/alexandria/files/alexandria-${script}-wght-normal.woff2`),
      `Alexandria ${script}`,
    );
  }
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  context.fillStyle = ink;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const house = await loadImage(Buffer.from(forSkia(drawHouse([], ""))));
  context.drawImage(house, 584, -34, 640, 697);
  return canvas;
}
const FAMILY = '"Alexandria latin", "Alexandria arabic"';
const require = createRequire(import.meta.url);

/**
 * Adapts the SVG to Skia's reader, which needs a size, knows no eight-digit colours, and cannot fill an
 * ellipse with a radial gradient.
 */
function forSkia(svg: string): string {
  return svg
    .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" width="1144" height="1246" ')
    .replaceAll(
      /fill="(#[\da-f]{6})([\da-f]{2})"/g,
      (_, colour, alpha) =>
        `fill="${colour}" fill-opacity="${(Number.parseInt(alpha, 16) / 255).toFixed(2)}"`,
    )
    .replaceAll(
      /<ellipse cx="(\S+)" cy="(\S+)" rx="(\S+)" ry="(\S+)" fill="(url\S+)"\/>/g,
      (_, x, y, rx, ry, fill) =>
        `<g transform="translate(${x} ${y}) scale(1 ${Number(ry) / Number(rx)})"><circle r="${rx}" fill="${fill}"/></g>`,
    );
}
