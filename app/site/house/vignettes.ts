import { palm, shrub } from "./city";
import { box, faceX, faceY, fill, floor, grid, onSheet, type Point, rectangle, stroke } from "./isometry";
import { cut, leather, paleWood, room, wall } from "./materials";
import { CEILING, GROUND, UPPER, UPPER_TOP } from "./plan";
import { bathroom, bathroomShell, frontDoor, plantBlock, shaft } from "./rooms";
import {
  airConditioning,
  carpentry,
  electrical,
  generalMaintenance,
  handyman,
  painting,
  plumbing,
  type System,
  tiling,
} from "./trades";

/*
 * Corners of the house, one per trade. They reuse the coordinates of the house, so that both compress
 * together on one page.
 */

interface Vignette {
  around: string;
  system: System;
  /** Parts in front of the system. */
  before?: string;
  /** Centre and width of the picture, in house coordinates. */
  centre: Point;
  width: number;
}

/** Floor, two walls and cut surfaces. */
interface Corner {
  at: Point;
  size: Point;
  ground: string;
  left: string;
  back: string;
}

export function corner({ at: [x, y, z], size: [dx, dy, dz], ground, left, back }: Corner): string {
  const t = 0.25;
  return (
    box([x - t, y - t, z - 0.4], [dx + t, dy + t, 0.4], cut) +
    fill(ground, rectangle(floor(z), x, y, dx, dy)) +
    fill(left, rectangle(faceX(x), y, z, dy, dz)) +
    fill(back, rectangle(faceY(y), x, z, dx, dz)) +
    fill(cut.left, rectangle(faceY(y + dy), x - t, z, t, dz)) +
    fill(cut.right, rectangle(faceX(x + dx), y - t, z, t, dz)) +
    fill(
      cut.top,
      rectangle(floor(z + dz), x - t, y - t, t, dy + t),
      rectangle(floor(z + dz), x, y - t, dx, t),
    )
  );
}

const boards = (x: number, y: number, z: number, dx: number, dy: number) =>
  stroke("#9a6c3f", 2, grid(floor(z), [x, y, dx, dy], 1, 7));

function pendant([x, y, z]: Point): string {
  const [left, top] = onSheet([x, y, z - 0.9]);
  return (
    stroke("#3b2c1c", 3, `M${left} ${top - 60}v36`) +
    fill("#fff1c9", `M${left - 9} ${top - 24}h18l16 26q-25 9-50 0z`)
  );
}

const vignettes: Record<string, () => Vignette> = {
  hvac: () => ({
    around: plantBlock(),
    system: airConditioning(),
    centre: [2, 2.4, 6.35],
    width: 540,
  }),
  electrical: () => ({
    around:
      corner({
        at: [0, 5, GROUND],
        size: [3.2, 5, CEILING - GROUND],
        ground: "#b07f4d",
        left: room.side,
        back: room.lit,
      }) +
      boards(0, 5, GROUND, 3.2, 5) +
      pendant([1.9, 6.6, CEILING]),
    system: electrical(),
    centre: [1.6, 7.4, 1.7],
    width: 440,
  }),
  tiling: () => ({
    around: corner({
      at: [6, 5.9, GROUND],
      size: [5.9, 4.1, 1.1],
      ground: "#a99a83",
      left: "#d8e6e1",
      back: "#9fc0b9",
    }),
    system: tiling(),
    centre: [9, 7.9, 0.6],
    width: 440,
  }),
  painting: () => ({
    around:
      corner({
        at: [4, 0, UPPER],
        size: [4, 3.6, UPPER_TOP - UPPER],
        ground: "#b98a58",
        left: "#cda86d",
        back: room.lit,
      }) + boards(4, 0, UPPER, 4, 3.6),
    system: painting(),
    centre: [5.9, 1.7, 5.1],
    width: 420,
  }),
  plumbing: () => ({
    around:
      box([8, -0.25, GROUND], [4, 5.25, CEILING - GROUND], wall) +
      shaft() +
      box([8, -0.25, CEILING], [4, 5.25, UPPER - CEILING], { ...cut, top: paleWood.top }) +
      bathroomShell() +
      bathroom(),
    system: plumbing(),
    centre: [10.2, 2.3, 3.75],
    width: 590,
  }),
  "general-maintenance": () => ({
    around:
      box([7, 10.8, -0.4], [7, 3.4, 0.4], { top: "#3c5173", left: "#2b3c5a", right: "#223049" }) +
      stroke("#5a7199", 2, grid(floor(0), [7, 10.8, 7, 3.4], 5, 1)) +
      palm([13.5, 11.1, 0], 3) +
      shrub([12.6, 11.2, 0]),
    system: generalMaintenance(),
    centre: [10.7, 12.4, 0.9],
    width: 500,
  }),
  carpentry: () => ({
    around:
      corner({
        at: [0.2, 5, GROUND],
        size: [5, 4.6, CEILING - GROUND],
        ground: "#b07f4d",
        left: room.side,
        back: room.lit,
      }) + boards(0.2, 5, GROUND, 5, 4.6),
    system: carpentry(),
    centre: [2.6, 7.2, 1.6],
    width: 460,
  }),
  handyman: () => ({
    around:
      box([2.6, 9.4, -0.4], [4.6, 4, 0.4], { ...cut, top: "#cfbf9f" }) +
      fill(leather.right, rectangle(floor(0), 4.35, 10.6, 1.4, 0.7)) +
      box([2.6, 9.6, 0], [1.5, 0.4, 3.4], wall) +
      box([5.86, 9.6, 0], [1.34, 0.4, 3.4], wall) +
      box([4.1, 9.6, 2.86], [1.76, 0.4, 0.54], wall) +
      fill("#ffe2a6", rectangle(faceY(10), 6.3, 1.9, 0.3, 0.45)) +
      frontDoor(),
    system: handyman(),
    centre: [4.9, 11, 1.35],
    width: 420,
  }),
};

export const vignetteTrades = Object.keys(vignettes);

/** Draws a trade's corner as SVG text; `lit` parts light up with the card (house.css). */
export function drawVignette(trade: string): string {
  const vignette = vignettes[trade]?.();
  if (!vignette) return "";
  const { around, system, before = "", centre, width } = vignette;
  const [x, y] = onSheet(centre);
  const height = width * 0.8;
  return (
    `<svg viewBox="${x - width / 2} ${y - height / 2} ${width} ${height}" aria-hidden="true" stroke-linejoin="round" stroke-linecap="round">` +
    `${around}<g class="drawn">${system.drawn}</g>${before}<g class="lit">${system.lit}</g></svg>`
  );
}
