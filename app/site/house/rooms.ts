import {
  box,
  circle,
  faceX,
  faceY,
  fill,
  floor,
  grid,
  line,
  onSheet,
  type Point,
  rectangle,
  shape,
  stroke,
} from "./isometry";
import { cabinet, cut, metal, paleWood, porcelain, room, wall } from "./materials";
import { CEILING, GROUND, ROOF, UPPER, UPPER_TOP } from "./plan";

/* Static parts: walls, floors and furniture, from back to front. */

export function plinth(): string {
  return box([-0.25, -0.25, 0], [12.25, 10.25, GROUND], { top: "#8d7a5c", left: cut.left, right: cut.right });
}

/** Right gable in section: plaster, brick and the dark shaft. */
export function shaft(): string {
  const face = faceX(12);
  return (
    fill(wall.right, rectangle(face, -0.25, GROUND, 5.25, CEILING - GROUND)) +
    fill("#cfbf9f", shape("0.7 0.5, 4.5 0.5, 4.5 3.5, 0.9 3.5, 0.75 2.4", face)) +
    fill("#8d5f47", shape("0.95 0.6, 4.3 0.6, 4.3 3.5, 1.15 3.5, 0.98 2.3", face)) +
    stroke("#70483a", 2, ...[1.1, 1.6, 2.1, 2.6, 3.1].map((z) => line(`1 ${z}, 4.3 ${z}`, face))) +
    fill("#16202f", shape("1.4 0.8, 3.8 0.8, 3.8 3.5, 1.5 3.5, 1.4 2.2", face))
  );
}

export function upperFloor(): string {
  const back = faceY(0);
  return (
    box([-0.25, -0.25, CEILING], [12.25, 5.25, UPPER - CEILING], {
      top: paleWood.top,
      left: cut.left,
      right: cut.right,
    }) +
    // The bedroom
    fill("#b98a58", rectangle(floor(UPPER), 4, 0, 4, 5)) +
    stroke("#a47848", 2, grid(floor(UPPER), [4, 0, 4, 5], 1, 6)) +
    fill(room.lit, rectangle(back, 4, UPPER, 4.2, UPPER_TOP - UPPER)) +
    bathroomShell() +
    // Cut wall
    fill(cut.top, rectangle(floor(UPPER_TOP), 4, -0.25, 8, 0.25)) +
    fill(cut.right, rectangle(faceX(12), -0.25, UPPER, 0.25, UPPER_TOP - UPPER))
  );
}

export function bathroomShell(): string {
  const back = faceY(0);
  return (
    fill("#e6efec", rectangle(floor(UPPER), 8.2, 0, 3.8, 5)) +
    fill("#a9c6c0", ...checks(8.2, 0, 3.8 / 6, 5 / 8)) +
    fill("#d8e6e1", rectangle(back, 8.2, UPPER, 3.8, UPPER_TOP - UPPER)) +
    fill("#9fc0b9", rectangle(back, 8.2, UPPER, 3.8, 1.5)) +
    stroke("#c5d9d4", 2, grid(back, [8.2, UPPER, 3.8, 1.5], 6, 3)) +
    fill("#3b516f", rectangle(back, 9.7, 5.6, 1.3, 0.9)) +
    fill("#f0c36c", rectangle(back, 9.8, 5.7, 0.5, 0.7), rectangle(back, 10.4, 5.7, 0.5, 0.7))
  );
}

/** Dark tiles of the bathroom floor. */
function checks(x: number, y: number, dx: number, dy: number): string[] {
  return Array.from({ length: 48 }, (_, index) => [index % 6, Math.floor(index / 6)] as const)
    .filter(([column, row]) => (column + row) % 2 === 0)
    .map(([column, row]) => rectangle(floor(UPPER), x + column * dx, y + row * dy, dx, dy));
}

export function bathroom(): string {
  return (
    // Low partition, so that both rooms are visible
    box([8, 0, UPPER], [0.2, 3.1, 1.1], cut) +
    box([10.9, 0.6, UPPER], [1, 2.9, 0.8], porcelain) +
    fill("#8fcfc8", rectangle(floor(UPPER + 0.8), 11.05, 0.8, 0.7, 2.5)) +
    box([8.6, 0.05, UPPER + 0.9], [1, 0.8, 0.25], porcelain) +
    fill("#5d7f86", circle(faceY(0), [9, 5.95], 0.48)) +
    fill("#f4faf8", circle(faceY(0), [9, 5.95], 0.4))
  );
}

/** Closed block with the machines on its roof. */
export function plantBlock(): string {
  const front = faceY(5);
  const side = faceX(4);
  return (
    fill(wall.left, rectangle(front, -0.25, UPPER, 4.25, ROOF - UPPER)) +
    fill("#cda86d", rectangle(side, 0, UPPER, 5, ROOF - UPPER)) +
    fill(room.skirting, rectangle(side, 0, UPPER, 5, 0.25)) +
    // A lit window with its balcony
    fill("#1b2942", rectangle(front, 0.6, 4.5, 2.5, 1.9)) +
    fill("#ffdf9c", rectangle(front, 0.7, 4.6, 1.1, 1.7), rectangle(front, 1.9, 4.6, 1.1, 1.7)) +
    fill("#e8b85e", rectangle(front, 0.7, 4.6, 0.45, 1.7), rectangle(front, 2.55, 4.6, 0.45, 1.7)) +
    box([0.3, 5, UPPER], [3.2, 0.7, 0.15], cut) +
    stroke("#c6b48f", 4, line("0.3 5.7 4.9, 3.5 5.7 4.9, 3.5 5 4.9")) +
    stroke(
      "#c6b48f",
      2.5,
      ...[0.3, 0.94, 1.58, 2.22, 2.86, 3.5].map((x) => line(`${x} 5.7 4.05, ${x} 5.7 4.9`)),
    ) +
    // The bedroom's door
    fill("#7a5732", rectangle(side, 3.2, UPPER, 1.1, 2.3)) +
    fill(
      "#8f6a3f",
      rectangle(side, 3.35, UPPER + 1.3, 0.8, 0.8),
      rectangle(side, 3.35, UPPER + 0.25, 0.8, 0.8),
    ) +
    // The roof with its rim
    box([-0.25, -0.25, ROOF - 0.3], [4.25, 5.25, 0.3], { ...wall, top: "#62779c" }) +
    fill("#43577b", rectangle(floor(ROOF), 0, 0, 3.75, 4.75))
  );
}

export function groundFloor(): string {
  const back = faceY(5);
  const left = faceX(0);
  return (
    fill("#b07f4d", rectangle(floor(GROUND), 0, 5, 6, 5)) +
    stroke("#9a6c3f", 2, grid(floor(GROUND), [0, 5, 6, 5], 1, 7)) +
    fill("#a99a83", rectangle(floor(GROUND), 6, 5, 6, 5)) +
    fill(room.lit, rectangle(back, 0, GROUND, 6, CEILING - GROUND)) +
    fill("#f6e3b8", rectangle(back, 6, GROUND, 6, CEILING - GROUND)) +
    fill(room.side, rectangle(left, 5, GROUND, 5, CEILING - GROUND)) +
    fill(room.skirting, rectangle(back, 0, GROUND, 12, 0.2), rectangle(left, 5, GROUND, 5, 0.2)) +
    // Cut left wall
    fill(cut.top, rectangle(floor(CEILING), -0.25, 5, 0.25, 5)) +
    fill(cut.left, rectangle(faceY(10), -0.25, GROUND, 0.25, CEILING - GROUND)) +
    lampGlow(lamps.living) +
    lampGlow(lamps.kitchen)
  );
}

/** Positions of the lamps. */
export const lamps: { living: Point; kitchen: Point } = { living: [5.3, 6.5, 2.5], kitchen: [9, 6.3, 2.3] };

export function lampGlow(at: Point): string {
  const [x, y] = onSheet(at);
  return `<circle cx="${x}" cy="${y}" r="150" fill="url(#lamp)" opacity=".5"/>`;
}

export function kitchen(): string {
  const front = faceY(5.8);
  const upper = faceY(5.5);
  return (
    box([6.5, 5, GROUND], [5.3, 0.8, 1.1], { top: "#f6f0e6", left: "#405a66", right: "#314751" }) +
    stroke("#2a3d47", 3, ...[7.55, 8.6, 9.65, 10.7].map((x) => line(`${x} 0.5, ${x} 1.4`, front))) +
    // Oven, sink and tap
    fill("#2a3d47", rectangle(front, 8.7, 0.55, 0.85, 0.75)) +
    fill("#e8a33d", rectangle(front, 8.8, 0.65, 0.65, 0.4)) +
    fill("#8fa3ad", rectangle(floor(1.5), 10.2, 5.2, 0.9, 0.4)) +
    stroke(metal.right, 5, line("10.6 5.1 1.5, 10.6 5.1 2, 10.6 5.35 2, 10.6 5.35 1.85")) +
    // Cupboards with a light under them
    fill("#fff6dc", rectangle(faceY(5), 6.5, 2.2, 5.3, 0.15)) +
    box([6.5, 5, 2.35], [2, 0.5, 0.9], cabinet) +
    box([9.4, 5, 2.35], [2.4, 0.5, 0.9], cabinet) +
    stroke(cabinet.right, 2, line("7.5 2.4, 7.5 3.2", upper), line("10.6 2.4, 10.6 3.2", upper))
  );
}

/** Front walls cut at knee height; the door frame at full height. */
export function stumps(): string {
  return (
    floorLamp() +
    box([5.9, 5, GROUND], [0.2, 2.2, 0.9], cut) +
    box([0, 9.85, GROUND], [4.1, 0.2, 0.35], cut) +
    box([5.8, 9.85, GROUND], [6.2, 0.2, 0.35], cut) +
    frontDoor() +
    box([11.85, 5, GROUND], [0.2, 5, 0.35], cut)
  );
}

/** Frame with the door standing open. */
export function frontDoor(): string {
  const post = (x: number) => box([x, 9.85, GROUND], [0.16, 0.2, 2.3], cut);
  return (
    post(4.1) +
    post(5.7) +
    box([4.1, 9.85, GROUND + 2.3], [1.76, 0.2, 0.16], cut) +
    fill("#8a5a2f", shape("4.26 9.9 0.4, 4.26 11.2 0.4, 4.26 11.2 2.6, 4.26 9.9 2.6")) +
    fill("#a87443", shape("4.26 10.1 1.6, 4.26 11 1.6, 4.26 11 2.4, 4.26 10.1 2.4")) +
    fill("#a87443", shape("4.26 10.1 0.6, 4.26 11 0.6, 4.26 11 1.4, 4.26 10.1 1.4"))
  );
}

function floorLamp(): string {
  const [x, y, z] = lamps.living;
  const [left, top] = onSheet([x, y, z]);
  return (
    fill("#3b2c1c", circle(floor(GROUND), [x, y], 0.2)) +
    stroke("#3b2c1c", 4, line(`${x} ${y} ${GROUND}, ${x} ${y} ${z}`)) +
    fill("#fff1c9", `M${left - 11} ${top - 24}h22l13 32q-24 9-48 0Z`)
  );
}
