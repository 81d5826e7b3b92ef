import {
  box,
  type Face,
  faceX,
  faceY,
  fill,
  floor,
  onSheet,
  type Point,
  rectangle,
  type Shades,
} from "./isometry";
import { ink } from "./materials";

const concrete: Shades = { top: "#34476c", left: "#283a5d", right: "#1f2f4e" };

const stars =
  "-470 -500,-380 -570,-300 -430,-120 -560,-60 -470,20 -590,90 -420,400 -540,470 -410,520 -570,-520 -370";

const skyline =
  "M-560 160V-110h50v-60h46v-80h34v130h38v-60h52v-100l13-50 13 50v170h60v-70h66v60h86v-150h50v100h54v-70h62v130h66v-90h56v60h54v210Z";

export function city(): string {
  return (
    '<ellipse cx="20" cy="-90" rx="640" ry="420" fill="url(#dusk)"/>' +
    fill("#f6f0e6", ...stars.split(",").map((at) => `M${at}h3v3h-3z`)) +
    fill("#1a2842", skyline) +
    tower([-10.6, -3.6, -6], [3, 3], 11.6) +
    tower([-4, -9.6, -6], [3.8, 3.8], 13.4)
  );
}

/** Mist at the foot of the city. */
export function mist(): string {
  return fill("url(#mist)", "M-700-330H700V30H-700Z") + fill(ink, "M-700 29H700V300H-700Z");
}

/** Groups of windows light up one after another (house.css); the others stay dark. */
const GROUPS = 6;
const GROUPS_AND_DARK = 17;

function tower([x, y, z]: Point, [dx, dy]: readonly [number, number], height: number): string {
  const groups: string[][] = Array.from({ length: GROUPS_AND_DARK }, () => []);
  const faces: [Face, number, number][] = [
    [faceY(y + dy), x, dx],
    [faceX(x + dx), y, dy],
  ];
  let seed = Math.round(height * 7);
  for (let level = z + 0.5; level < z + height - 0.6; level += 0.95) {
    for (const [face, start, length] of faces) {
      for (let at = 0.3; at < length - 0.5; at += 0.74) {
        // Deterministic pseudo-random sequence, so that every drawing is the same.
        seed = (seed * 73 + 41) % 997;
        groups[seed % GROUPS_AND_DARK]?.push(rectangle(face, start + at, level, 0.46, 0.56));
      }
    }
  }
  return (
    box([x, y, z], [dx, dy, height], concrete) +
    box([x + 0.8, y + 0.8, z + height], [dx - 1.6, dy - 1.6, 0.7], concrete) +
    fill("#182640", ...groups.slice(GROUPS).flat()) +
    groups
      .slice(0, GROUPS)
      .map(
        (panes, index) => `<g class="w w${index}">${fill(index % 3 ? "#f0c36c" : "#ffe2a6", ...panes)}</g>`,
      )
      .join("")
  );
}

/** Plot with the path to the door and the drive. */
export function plot(): string {
  return (
    box([-1.2, -1.2, -0.7], [15.4, 15, 0.7], { top: "#1b2c47", left: "#142138", right: "#101b2f" }) +
    fill("#263a5a", rectangle(floor(0), 4, 10, 2, 3.8), rectangle(floor(0), 7, 10.6, 7.2, 3.2)) +
    // Light falling out of the open house.
    fill("#e0a84a1c", rectangle(floor(0), -0.2, 10, 12.4, 1.6), rectangle(floor(0), 12, 5, 1.6, 5))
  );
}

export function garden(): string {
  return (
    palm([0.5, 12.6, 0], 3.4) +
    palm([13.5, -0.4, 0], 2.7) +
    shrub([2.4, 12.8, 0]) +
    shrub([13.4, 6, 0]) +
    shrub([13.3, 8.4, 0])
  );
}

export function shrub(at: Point): string {
  const [x, y] = onSheet(at);
  return (
    fill("#1d4a4d", `M${x - 34} ${y}q-6-30 18-32q6-22 26-12q24-4 20 20q12 16-6 24Z`) +
    fill("#2a6664", `M${x - 20} ${y - 12}q2-20 20-18q4-12 16-4q8 2 8 12Z`)
  );
}

export function palm(at: Point, height: number): string {
  const [x, y] = onSheet(at);
  const top = y - height * 40;
  const frond = (dx: number, dy: number, bend: number) =>
    `M${x} ${top}q${dx / 2} ${dy - bend} ${dx} ${dy}q${Math.round(-dx / 2.4)} ${Math.round(-bend / 2.2)} ${-dx} ${-dy}`;
  return (
    `<path fill="none" stroke="#4b3a2c" stroke-width="11" d="M${x} ${y}q-10-${height * 20} 0-${height * 40}"/>` +
    fill("#1d5a58", frond(-92, 30, 60), frond(-60, 66, 40), frond(88, 34, 60), frond(56, 70, 40)) +
    fill("#2a7a74", frond(-78, -22, 40), frond(76, -20, 40), frond(-16, 74, 20), frond(6, -56, 10))
  );
}
