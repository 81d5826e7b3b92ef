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
  type Shades,
  shape,
  stroke,
} from "./isometry";
import { brass, cold, cut, lagoon, metal, paleWood, porcelain, room, wood } from "./materials";

/* Drawings of finished work: one room corner of six by six before and after, with two walls. */

const SIZE = 6;
const HEIGHT = 4.2;
/** Left-facing wall: u along x. */
const back = faceY(0);
/** Right-facing wall: u along y. */
const side = faceX(0);
const ground = floor(0);

interface Walls {
  back?: string;
  side?: string;
  ground?: string;
}

function shell(walls: Walls = {}): string {
  const skirting = walls.back ? "#00000022" : room.skirting;
  return (
    box([-0.25, -0.25, -0.35], [SIZE + 0.25, SIZE + 0.25, 0.35], {
      top: walls.ground ?? "#b07f4d",
      left: cut.left,
      right: cut.right,
    }) +
    fill(walls.back ?? room.lit, rectangle(back, 0, 0, SIZE, HEIGHT)) +
    fill(walls.side ?? room.side, rectangle(side, 0, 0, SIZE, HEIGHT)) +
    fill(skirting, rectangle(back, 0, 0, SIZE, 0.22), rectangle(side, 0, 0, SIZE, 0.22)) +
    // Cut surfaces
    fill(
      cut.top,
      rectangle(floor(HEIGHT), -0.25, -0.25, SIZE + 0.25, 0.25),
      rectangle(floor(HEIGHT), -0.25, 0, 0.25, SIZE),
    ) +
    fill(cut.right, rectangle(faceX(SIZE), -0.25, 0, 0.25, HEIGHT)) +
    fill(cut.left, rectangle(faceY(SIZE), -0.25, 0, 0.25, HEIGHT))
  );
}

const planks = () => stroke("#9a6c3f", 2, grid(ground, [0, 0, SIZE, SIZE], 1, 8));
/** Neglected room: grey plaster, worn boards. */
const neglected: Walls = { back: "#cdc3b0", side: "#b3a892", ground: "#8f7a60" };

function windowIn(light: string): string {
  return (
    fill("#f6f0e6", rectangle(side, 1.9, 1.4, 2.4, 2.1)) +
    fill(light, rectangle(side, 2.05, 1.55, 0.98, 1.8), rectangle(side, 3.17, 1.55, 0.98, 1.8))
  );
}

const crack = (points: string) => stroke("#8b8170", 3, line(points, back));

function sofa([x, y]: readonly [number, number], cloth: Shades): string {
  return (
    box([x, y, 0], [0.5, 3.2, 1.25], cloth) +
    box([x + 0.5, y, 0], [1.1, 0.45, 0.85], cloth) +
    box([x + 0.5, y + 0.45, 0], [1.1, 2.3, 0.55], cloth) +
    box([x + 0.5, y + 2.75, 0], [1.1, 0.45, 0.85], cloth)
  );
}

function plant([x, y, z]: Point): string {
  const [left, top] = onSheet([x, y, z + 0.7]);
  return (
    box([x - 0.3, y - 0.3, z], [0.6, 0.6, 0.6], { top: "#5e3c20", left: "#c2613b", right: "#8c4027" }) +
    fill(
      "#1d5a58",
      `M${left} ${top}q-34-22-30-62q26 18 30 62q-4-46 14-78q18 36-14 78q8-34 40-44q-4 32-40 44Z`,
    ) +
    fill("#2a7a74", `M${left} ${top}q-30-6-44 12q24 8 44-12q28-2 40 16q-26 4-40-16Z`)
  );
}

function carton([x, y, z]: Point, [dx, dy, dz]: Point): string {
  return (
    box([x, y, z], [dx, dy, dz], { top: "#d8b37c", left: "#c29a60", right: "#a07c48" }) +
    fill("#a07c48", rectangle(floor(z + dz), x + dx / 2 - 0.06, y, 0.12, dy))
  );
}

function puddle([x, y]: readonly [number, number], size: number): string {
  return (
    fill("#6fa9bb", circle(ground, [x, y], size)) +
    fill("#a4cedb", circle(ground, [x - size * 0.15, y - size * 0.1], size * 0.55))
  );
}

function bucket([x, y]: readonly [number, number]): string {
  return (
    box([x, y, 0], [0.7, 0.7, 0.7], metal) +
    fill("#6fa9bb", rectangle(floor(0.7), x + 0.1, y + 0.1, 0.5, 0.5))
  );
}

function paintedRoom(): Scene {
  const damp = "2.6 0, 2.9 1.1, 2.4 1.9, 3.1 2.7, 4.2 2.5, 4.6 1.6, 5.3 1.2, 5.1 0";
  const flakes = [
    "0.7 2.9, 1.3 3.2, 1.6 2.7, 1.1 2.3",
    "3.2 3.3, 3.7 3.6, 4.3 3.3, 3.8 2.95",
    "1.5 1.5, 1.9 1.7, 2 1.3",
  ];
  return {
    before:
      shell(neglected) +
      fill("#b4a88f", shape(damp, back)) +
      fill("#9d927c", shape("3 0, 3.2 0.8, 2.9 1.5, 3.5 2, 4.1 1.7, 4.3 0.9, 4.8 0.6, 4.7 0", back)) +
      fill("#a99e8a", ...flakes.map((flake) => shape(flake, back))) +
      crack("4.9 4.2, 4.7 3.6, 5 3.1, 4.8 2.5") +
      crack("0.6 4.2, 0.9 3.7, 0.7 3.3") +
      windowIn("#7d8fa6") +
      fill(
        "#d9d2c4",
        shape("1 3.4, 1.5 3.2, 1.7 3.6, 1.2 3.8", ground),
        shape("3.6 1.1, 4 1, 4.1 1.3, 3.7 1.4", ground),
      ),
    after:
      shell({ back: lagoon, side: "#ecdcb8" }) +
      planks() +
      fill("#f6f0e6", rectangle(back, 0, 0, SIZE, 0.22), rectangle(side, 0, 0, SIZE, 0.22)) +
      windowIn("#ffdf9c") +
      fill("#fdfaf5", rectangle(back, 2.4, 2, 1.7, 1.3)) +
      fill("#c8593c", rectangle(back, 2.55, 2.15, 1.4, 1)) +
      fill(brass, circle(back, [3.25, 2.7], 0.3)) +
      fill("#e9dcc3", rectangle(ground, 1.9, 1.6, 3.4, 3.2)) +
      stroke("#c9b48a", 3, rectangle(ground, 2.1, 1.8, 3, 2.8)) +
      sofa([0.3, 1.4], { top: "#f6f0e6", left: "#e3d6bd", right: "#cdbd9c" }) +
      box([3, 2.6, 0.35], [1.1, 1.3, 0.12], paleWood) +
      plant([5.2, 0.7, 0]),
  };
}

function bed(blanket: Shades): string {
  return (
    box([1.2, 0.1, 0], [3, 0.25, 1.5], wood) +
    box([1.2, 0.35, 0], [3, 4.2, 0.5], paleWood) +
    box([1.2, 0.35, 0.5], [3, 4.1, 0.3], { top: "#fdfaf5", left: "#e6dccb", right: "#d2c5ae" }) +
    box([1.4, 0.5, 0.8], [1.15, 0.8, 0.18], porcelain) +
    box([2.85, 0.5, 0.8], [1.15, 0.8, 0.18], porcelain) +
    box([1.15, 1.7, 0.5], [3.1, 2.85, 0.36], blanket)
  );
}

function cooledBedroom(): Scene {
  const stain = "1.6 2.5, 1.8 1.3, 2 2, 2.3 0.9, 2.6 1.9, 3 1.2, 3.3 2.5";
  const [x, y] = onSheet([2.6, 0.4, 3]);
  const breeze = [0, 34, 68].map((dx) => `M${x - 50 + dx} ${y + dx / 2}q-16 26-4 46t-8 44`);
  return {
    before:
      shell(neglected) +
      planks() +
      fill("#a89a7f", shape(stain, back)) +
      fill("#8f8168", shape("1.9 2.5, 2 1.7, 2.2 2.1, 2.4 1.3, 2.7 2.5", back)) +
      bed({ top: "#8f8a80", left: "#77726a", right: "#625e57" }) +
      box([1.5, 0, 2.5], [2, 0.7, 1.1], { top: "#c9bf9f", left: "#b5aa88", right: "#938a6d" }) +
      stroke("#7d7357", 3, ...[2.7, 2.9, 3.1, 3.3].map((z) => line(`1.65 ${z}, 2.9 ${z}`, faceY(0.7)))) +
      fill("#8a5a3a", shape("1.5 2.5, 2 2.5, 1.8 2.8, 1.5 3", faceY(0.7))) +
      puddle([5, 1.4], 0.55) +
      bucket([4.7, 1.1]),
    after:
      shell({ back: "#f3e2bd", side: "#e0c592" }) +
      planks() +
      windowIn("#ffdf9c") +
      bed({ top: "#2a8f8a", left: lagoon, right: "#146662" }) +
      box([1.4, 0, 3], [2.6, 0.45, 0.75], { top: "#ffffff", left: "#fdfaf5", right: "#ddd5c6" }) +
      fill("#5d6b82", rectangle(faceY(0.45), 1.6, 3.05, 2.2, 0.12)) +
      fill(cold, rectangle(faceY(0.45), 3.6, 3.5, 0.2, 0.1)) +
      stroke(cold, 5, ...breeze) +
      box([4.6, 0.4, 0], [0.9, 0.9, 0.8], wood) +
      fill("#fff1c9", circle(floor(1.5), [5.05, 0.85], 0.32), circle(floor(1.25), [5.05, 0.85], 0.38)),
  };
}

function distributionBoard(): Scene {
  const tangle = [
    ["#c8593c", "1.6 2.9, 1.1 2.2, 2.3 1.6, 1.5 0.9, 2.6 0.4"],
    ["#33435c", "2.4 3.1, 3.4 2.3, 2 1.8, 3.2 1, 2.4 0.2"],
    [brass, "3.2 2.9, 2.5 2.4, 4 1.7, 2.9 1.2, 3.9 0.6"],
    [lagoon, "3.9 3.2, 4.6 2.4, 3.5 2, 4.4 1.3, 3.6 0.8"],
  ] as const;
  const front = faceY(0.35);
  const breakers = [1.5, 2.15, 2.8].flatMap((z) =>
    [1.5, 1.9, 2.3, 2.7, 3.1, 3.5, 3.9].map((x) => rectangle(front, x, z, 0.28, 0.42)),
  );
  const conduits = [1.9, 2.9, 3.9].map((x) => line(`${x} 3.6, ${x} 4.2`, back));
  return {
    before:
      shell({ back: "#c9c2b4", side: "#aca492", ground: "#8d8578" }) +
      fill("#6f675a", shape("0.6 2.2, 1 3.7, 2.4 4.1, 4 4, 5.1 3.3, 5.2 2, 4.3 1, 1.4 0.9", back)) +
      fill("#4a4339", shape("1 2.3, 1.3 3.4, 2.6 3.8, 4 3.7, 4.7 3, 4.6 2, 3.4 1.3, 1.7 1.3", back)) +
      fill("#2c3547", rectangle(back, 1.2, 1.2, 3.3, 2.4)) +
      fill("#171e2b", rectangle(back, 1.4, 1.4, 2.9, 2)) +
      fill("#d8d0c0", ...["1.6 2.6", "2.2 2.5", "3 2.7", "3.7 2.4"].map((at) => plate(at))) +
      tangle.map(([colour, points]) => stroke(colour, 8, line(points, back))).join("") +
      fill("#f0c36c", shape("2.7 2, 3 2.5, 2.9 2.5, 3.15 3, 2.6 2.35, 2.78 2.35", back)) +
      // Cover standing on the floor
      fill("#8d96a5", shape("0 2.2 0.05, 0 4.6 0.05, 0 4.6 1.9, 0 2.2 1.9")) +
      fill("#747e8f", shape("0 2.5 0.35, 0 4.3 0.35, 0 4.3 1.6, 0 2.5 1.6")) +
      carton([3.6, 2.6, 0], [1.2, 1.2, 0.8]),
    after:
      shell({ back: "#f3e6c8", side: "#dfcda4", ground: "#a99a83" }) +
      stroke("#b9a57b", 10, ...conduits, line("2.9 1.1, 2.9 0", back)) +
      box([1.1, 0, 1.1], [3.6, 0.35, 2.5], { top: "#ffffff", left: "#fdfaf5", right: "#d9d2c4" }) +
      fill("#e8edf3", rectangle(front, 1.3, 1.3, 3.2, 2.1)) +
      fill("#33435c", ...breakers) +
      fill(brass, ...[1.4, 2.05, 2.7].map((z) => rectangle(front, 1.45, z, 2.8, 0.06))) +
      fill(lagoon, ...[1.64, 2.04, 2.44].map((x) => circle(front, [x, 3.05], 0.1))) +
      fill("#fdfaf5", rectangle(side, 2.2, 1.5, 1.6, 1.9)) +
      stroke("#b9a57b", 3, ...[1.8, 2.1, 2.4, 2.7, 3].map((z) => line(`2.45 ${z}, 3.55 ${z}`, side))) +
      box([2.2, 2.6, 0], [1.7, 0.8, 0.75], { top: "#9c4a2c", left: "#c2613b", right: "#8c4027" }) +
      stroke("#7a3a22", 6, line("2.5 3 0.75, 2.5 3 1.15, 3.6 3 1.15, 3.6 3 0.75")) +
      fill("#f6f0e6", rectangle(faceY(3.4), 2.2, 0.4, 1.7, 0.1)) +
      stroke(metal.top, 6, line("2.8 2.8 0.75, 2.7 2.7 1.5"), line("3.3 2.8 0.75, 3.45 2.7 1.4")),
  };
}

/** Label or switch on the back wall at "u v". */
function plate(at: string): string {
  const [u = 0, v = 0] = at.split(" ").map(Number);
  return rectangle(back, u, v, 0.36, 0.42);
}

function washbasin(): Scene {
  const tiled = (colour: string, joint: string) =>
    fill(colour, rectangle(back, 0, 0, SIZE, 2.2), rectangle(side, 0, 0, SIZE, 2.2)) +
    stroke(joint, 2, grid(back, [0, 0, SIZE, 2.2], 8, 3), grid(side, [0, 0, SIZE, 2.2], 8, 3));
  const checks = (light: string, dark: string) =>
    fill(light, rectangle(ground, 0, 0, SIZE, SIZE)) +
    fill(
      dark,
      ...Array.from(
        { length: 32 },
        (_, index) => [(index % 4) * 2 + (Math.floor(index / 4) % 2), Math.floor(index / 4)] as const,
      ).map(([column, row]) => rectangle(ground, column * 0.75, row * 0.75, 0.75, 0.75)),
    );
  const basin = (inside: string) =>
    box([1.6, 0, 1.75], [2.8, 1.5, 0.22], porcelain) +
    fill(inside, circle(floor(1.97), [3, 0.8], 0.62)) +
    stroke(metal.right, 7, line("3 0.15 1.97, 3 0.15 2.5, 3 0.55 2.5"));
  return {
    before:
      shell({ back: "#c7c3b6", side: "#aeaa9c", ground: "#8d8a80" }) +
      checks("#b9b4a6", "#96968c") +
      tiled("#b7bdb6", "#9aa29b") +
      fill("#7d8794", rectangle(back, 2.1, 2.7, 1.8, 1.2)) +
      stroke("#5b6470", 3, line("2.5 3.9, 2.9 3.3, 2.7 2.9, 3.3 2.7", back)) +
      puddle([3.4, 2.6], 1.15) +
      box([1.7, 0, 0.1], [2.6, 1.3, 1.65], { top: "#8a7a62", left: "#75664f", right: "#5d503c" }) +
      fill("#2e2a24", rectangle(faceY(1.3), 1.9, 0.3, 1.1, 1.25)) +
      stroke("#8a5a3a", 8, line("2.5 1.3 1.5, 2.5 1.3 0.9, 2.2 1.3 0.9")) +
      // Swollen door, come off
      fill("#8f7f66", shape("3.05 1.35 0.2, 3.6 1.9 0.15, 3.6 1.9 1.35, 3.05 1.35 1.5")) +
      stroke("#a4cedb", 4, line("2.4 1.35 0.8, 2.4 1.35 0.15")) +
      basin("#8f9a98") +
      bucket([2, 1.7]),
    after:
      shell({ back: "#eef3ef", side: "#d5e0da", ground: "#e6efec" }) +
      checks("#eef4f1", "#a9c6c0") +
      tiled("#9fc0b9", "#c5d9d4") +
      fill("#5d7f86", circle(back, [3, 3.2], 0.85)) +
      fill("#f4faf8", circle(back, [3, 3.2], 0.74)) +
      fill("#d3e6e6", shape("2.6 2.9, 3.1 3.75, 3.35 3.6, 2.85 2.75", back)) +
      box([1.7, 0, 0.1], [2.6, 1.3, 1.65], { top: "#2a8f8a", left: lagoon, right: "#146662" }) +
      stroke("#146662", 3, line("3 0.1, 3 1.75", faceY(1.3))) +
      stroke(brass, 4, line("2.75 1, 2.75 1.3", faceY(1.3)), line("3.25 1, 3.25 1.3", faceY(1.3))) +
      basin("#cfe3e0") +
      box([4.75, 0.1, 1.1], [0.9, 0.4, 0.1], paleWood) +
      plant([5.2, 0.35, 1.2]) +
      fill("#f6f0e6", rectangle(ground, 2, 2.1, 2.2, 1.4)) +
      stroke(brass, 3, rectangle(ground, 2.15, 2.25, 1.9, 1.1)),
  };
}

/** View from the balcony. */
const cityLights = [
  [0.6, 2.4],
  [1.1, 3],
  [2.3, 2.6],
  [3.4, 3.3],
  [4.4, 2.5],
  [5.1, 3.1],
] as const;

function tiledFloor(): Scene {
  const cells = Array.from(
    { length: 25 },
    (_, index) => [(index % 5) * 1.2, Math.floor(index / 5) * 1.2] as const,
  );
  const gone = [6, 7, 12, 18, 23];
  const star = ([x, y]: readonly [number, number]) =>
    shape(
      `${x + 0.6} ${y + 0.08}, ${x + 1.12} ${y + 0.6}, ${x + 0.6} ${y + 1.12}, ${x + 0.08} ${y + 0.6}`,
      ground,
    );
  const tile = (inset: number) => (cell: readonly [number, number]) =>
    rectangle(ground, cell[0] + inset, cell[1] + inset, 1.2 - 2 * inset, 1.2 - 2 * inset);
  const railing = (colour: string) =>
    stroke(colour, 4, ...[0.6, 1.4, 2.2, 3, 3.8, 4.6, 5.4].map((x) => line(`${x} 0 0.3, ${x} 0 1.7`))) +
    stroke(colour, 8, line("0 0 1.75, 6 0 1.75"));
  return {
    before:
      shell({ back: "#25385a", side: "#b3a892", ground: "#7d7568" }) +
      railing("#8b94a3") +
      fill("#a79d8a", ...cells.filter((_, index) => !gone.includes(index)).map(tile(0.05))) +
      fill("#6b6357", ...cells.filter((_, index) => gone.includes(index)).map(tile(0.02))) +
      stroke(
        "#5c5448",
        3,
        line("0.2 1, 0.9 0.7, 1.2 0.2", ground),
        line("3.8 0.3, 4.3 0.8, 4.2 1.2, 4.8 1.9", ground),
        line("1.3 5.8, 1.9 5.2, 1.7 4.9", ground),
        line("4.9 4.9, 5.4 5.2, 5.9 5", ground),
      ) +
      fill(
        "#8f8675",
        shape("2.7 1.5, 3.2 1.6, 3.1 2, 2.6 1.9", ground),
        shape("3.9 3.2, 4.3 3.1, 4.4 3.5", ground),
      ),
    after:
      shell({ back: "#25385a", side: "#ecdcb8", ground: "#c9b48a" }) +
      fill("#f0c36c", ...cityLights.map(([u, v]) => rectangle(back, u, v, 0.12, 0.16))) +
      railing("#e9dcc3") +
      fill("#f4ead6", ...cells.map(tile(0.03))) +
      fill(lagoon, ...cells.map(star)) +
      fill("#f4ead6", ...cells.map(tile(0.4))) +
      fill(brass, ...cells.map(([x, y]) => circle(ground, [x + 0.6, y + 0.6], 0.12))) +
      plant([0.8, 5.2, 0]) +
      box([3.6, 0.8, 0.7], [1.5, 1.5, 0.12], wood) +
      box([4.25, 1.45, 0], [0.2, 0.2, 0.7], wood) +
      box([3.9, 3, 0], [1, 1, 0.55], { top: "#f6f0e6", left: "#e3d6bd", right: "#cdbd9c" }),
  };
}

const books: readonly [x: number, z: number, height: number, colour: string][] = [
  [0.6, 1.45, 0.62, lagoon],
  [0.9, 1.45, 0.52, "#c8593c"],
  [1.15, 1.45, 0.66, "#33435c"],
  [3.9, 1.45, 0.6, brass],
  [4.2, 1.45, 0.66, "#33435c"],
  [4.5, 1.45, 0.5, "#f6f0e6"],
  [2.4, 2.45, 0.62, "#33435c"],
  [2.7, 2.45, 0.55, "#c8593c"],
  [4.6, 2.45, 0.62, lagoon],
  [0.7, 3.35, 0.3, brass],
  [3.2, 3.35, 0.32, "#f6f0e6"],
];

function builtInShelves(): Scene {
  const front = faceY(0.8);
  const bays = [1.4, 2.4, 3.3].flatMap((z) =>
    [0.45, 2.2, 3.8].map((x) =>
      rectangle(front, x, z, x === 0.45 ? 1.6 : x === 2.2 ? 1.45 : 1.65, z === 3.3 ? 0.55 : 0.8),
    ),
  );
  return {
    before:
      shell(neglected) +
      planks() +
      // Collapsed shelf
      fill(
        "#8a6a45",
        shape("0.6 0 0, 0.85 0 0, 1.75 0 3.2, 1.5 0 3.2"),
        shape("2.9 0 0, 3.15 0 0, 4.05 0 3.2, 3.8 0 3.2"),
      ) +
      fill(
        "#75583a",
        shape("0.8 0 0.7, 3.1 0 0.75, 3.1 0 0.95, 0.85 0 0.9"),
        shape("1.1 0 1.7, 3.4 0 1.75, 3.4 0 1.95, 1.15 0 1.9"),
        shape("1.4 0 2.75, 3.2 0 2.1, 3.25 0 2.3, 1.45 0 2.95"),
      ) +
      fill("#33435c", shape("1.4 0 1.95, 1.6 0 1.95, 1.75 0 2.5, 1.55 0 2.5")) +
      fill("#c8593c", shape("2.2 0 0.95, 2.75 0 0.95, 2.75 0 1.12, 2.2 0 1.12")) +
      carton([4.3, 0.5, 0], [1.3, 1.2, 1]) +
      carton([4.5, 0.6, 1], [1, 0.9, 0.7]) +
      carton([3.8, 2.4, 0], [1.2, 1.1, 0.8]) +
      fill(lagoon, shape("1.3 2.2, 2 2, 2.1 2.5, 1.4 2.7", ground)) +
      fill("#f6f0e6", shape("2.2 3, 2.9 3.1, 2.8 3.5, 2.1 3.4", ground)),
    after:
      shell() +
      planks() +
      box([0.2, 0, 0], [5.6, 0.8, 4], wood) +
      fill("#5e3c20", ...bays) +
      books.map(([x, z, height, colour]) => fill(colour, rectangle(front, x, z, 0.24, height))).join("") +
      fill(wood.top, ...[0.4, 2.2, 4].map((x) => rectangle(front, x, 0.2, 1.6, 1))) +
      stroke("#5e3c20", 3, ...[1.2, 3, 4.8].map((x) => line(`${x} 0.9, ${x} 0.6`, front))) +
      fill("#fff1c9", rectangle(front, 0.45, 2.15, 1.6, 0.05), rectangle(front, 3.8, 2.15, 1.65, 0.05)) +
      fill("#e9dcc3", circle(ground, [3, 3.4], 1.5)) +
      stroke("#c9b48a", 3, circle(ground, [3, 3.4], 1.3)) +
      box([2.2, 2.8, 0], [1.3, 0.3, 1.5], { top: "#2a8f8a", left: lagoon, right: "#146662" }) +
      box([2.2, 3.1, 0.35], [1.3, 1.1, 0.35], { top: "#36a59e", left: lagoon, right: "#146662" }),
  };
}

function repairedRoom(): Scene {
  const door = (panel: string, field: string) =>
    fill(panel, rectangle(back, 3.7, 0, 1.6, 3.3)) +
    fill(field, rectangle(back, 3.95, 1.8, 1.1, 1.2), rectangle(back, 3.95, 0.4, 1.1, 1.1));
  const [x, y] = onSheet([2.2, 2.2, 3.2]);
  return {
    before:
      shell(neglected) +
      planks() +
      fill("#2e2a24", rectangle(back, 3.7, 0, 1.6, 3.3)) +
      fill("#8a6a45", shape("3.7 0.2 0, 4.9 1.2 -0.1, 5.05 1.2 3.1, 3.75 0.2 3.3")) +
      fill(
        "#75583a",
        shape("4 0.45 0.4, 4.7 1 0.35, 4.78 1 1.4, 4.05 0.45 1.45"),
        shape("4.05 0.45 1.8, 4.78 1 1.7, 4.85 1 2.8, 4.1 0.45 2.95"),
      ) +
      fill("#b3a892", rectangle(side, 1.7, 1.3, 2.6, 2.3)) +
      fill("#7d8fa6", rectangle(side, 1.85, 1.45, 2.3, 2)) +
      fill("#c9bb98", shape("1.7 3.5, 4.3 3.5, 4.2 2.1, 1.9 2.9", side)) +
      stroke(
        "#a8997a",
        3,
        line("1.75 3.3, 4.28 3.2", side),
        line("1.8 3.1, 4.25 2.8", side),
        line("1.85 2.95, 4.2 2.4", side),
      ) +
      stroke("#6b5a3c", 4, `M${x} ${y - 110}q16 40-6 66t10 40`) +
      fill("#8f8a80", `M${x + 4} ${y - 6}m-14 0h28l-6 26h-16Z`) +
      fill("#8f7f66", shape("0.3 0.5, 3 0.9, 2.95 1.2, 0.25 0.8", ground)) +
      stroke("#8b8170", 3, line("1.2 4.2, 1.4 3.5, 1.1 3", back)),
    after:
      shell() +
      planks() +
      fill("#f6f0e6", rectangle(back, 3.5, 0, 2, 3.5)) +
      door("#a87443", "#875a33") +
      fill(brass, circle(back, [5.1, 1.6], 0.1)) +
      windowIn("#ffdf9c") +
      fill("#efe3c8", rectangle(side, 1.75, 2.7, 2.7, 0.95)) +
      stroke("#cdb98d", 2, ...[2.85, 3.05, 3.25, 3.45].map((z) => line(`1.75 ${z}, 4.45 ${z}`, side))) +
      stroke("#3b2c1c", 4, `M${x} ${y - 110}v90`) +
      `<circle cx="${x}" cy="${y + 6}" r="70" fill="#ffe7b0" opacity=".25"/>` +
      fill("#fff1c9", `M${x - 14} ${y - 22}h28l16 30q-30 11-60 0Z`) +
      fill("#fdfaf5", rectangle(back, 1.1, 2, 1.3, 1)) +
      fill(lagoon, rectangle(back, 1.25, 2.15, 1, 0.7)) +
      fill("#e9dcc3", rectangle(ground, 1.4, 1.6, 3, 2.6)) +
      stroke("#c9b48a", 3, rectangle(ground, 1.6, 1.8, 2.6, 2.2)) +
      plant([0.7, 5.2, 0]),
  };
}

function mountedScreen(): Scene {
  const screen = (z: number) =>
    fill("#0c1422", rectangle(back, 1.3, z, 3.4, 1.9)) +
    fill("#22355a", rectangle(back, 1.42, z + 0.12, 3.16, 1.66));
  return {
    before:
      shell({ back: "#d3c8b2", side: "#b9ad95", ground: "#8f7a60" }) +
      planks() +
      fill("#8b8170", circle(back, [2.2, 2.9], 0.09), circle(back, [3.8, 2.9], 0.09)) +
      stroke("#2e2a24", 4, line("5.2 0 1, 5 0 0.5, 5.2 0.5 0, 4.6 1.2 0, 5 1.9 0, 4.2 2.2 0")) +
      // Leaning on the wall
      fill("#0c1422", shape("1.2 0.5 0, 4.4 0.5 0, 4.4 0.05 1.8, 1.2 0.05 1.8")) +
      fill("#1d2a42", shape("1.35 0.45 0.15, 4.25 0.45 0.15, 4.25 0.1 1.65, 1.35 0.1 1.65")) +
      carton([0.5, 2.4, 0], [1.4, 2.6, 0.35]) +
      carton([0.6, 2.6, 0.35], [1.2, 2.2, 0.3]) +
      carton([3.4, 3.2, 0], [1.3, 1.3, 1.1]) +
      fill(wood.top, shape("2.5 4.9, 4.6 5.3, 4.5 5.6, 2.4 5.2", ground)),
    after:
      shell({ back: "#e9d6ac", side: "#d8bd88" }) +
      planks() +
      screen(1.9) +
      fill("#2a7a74", shape("1.42 2.02, 2.6 2.9, 3.2 2.5, 4.58 3.4, 4.58 2.02", back)) +
      fill(brass, circle(back, [2, 3.3], 0.2)) +
      box([0.9, 0, 0.35], [4.2, 0.9, 0.7], paleWood) +
      stroke("#a87c48", 3, ...[2.3, 3.7].map((x) => line(`${x} 0.35, ${x} 1.05`, faceY(0.9)))) +
      box([1.2, 0.15, 1.05], [0.35, 0.3, 0.5], { top: lagoon, left: lagoon, right: "#146662" }) +
      box([4.1, 0.15, 1.05], [0.7, 0.4, 0.14], { top: "#f6f0e6", left: "#e3d6bd", right: "#cdbd9c" }) +
      fill(wood.top, rectangle(side, 1.2, 2.6, 2, 0.14)) +
      fill("#c8593c", rectangle(side, 1.5, 2.74, 0.22, 0.6)) +
      fill("#33435c", rectangle(side, 1.8, 2.74, 0.22, 0.7)) +
      fill("#f6f0e6", rectangle(side, 2.1, 2.74, 0.22, 0.55)) +
      fill("#e9dcc3", rectangle(ground, 1.5, 1.9, 3.2, 2.6)) +
      stroke("#c9b48a", 3, rectangle(ground, 1.7, 2.1, 2.8, 2.2)) +
      plant([0.7, 1, 0]),
  };
}

interface Scene {
  before: string;
  after: string;
}

const scenes: Record<string, () => Scene> = {
  "painted-room": paintedRoom,
  "cooled-bedroom": cooledBedroom,
  "distribution-board": distributionBoard,
  washbasin,
  "tiled-floor": tiledFloor,
  "built-in-shelves": builtInShelves,
  "repaired-room": repairedRoom,
  "mounted-screen": mountedScreen,
};

/** Names of the drawings that the office can choose for finished work. */
export const sceneNames = Object.keys(scenes);

/** Draws a scene as SVG text; empty for an unknown name. */
export function drawScene(name: string, when: "before" | "after"): string {
  const scene = scenes[name]?.();
  if (!scene) return "";
  return `<svg viewBox="-236 -196 472 450" aria-hidden="true" stroke-linejoin="round" stroke-linecap="round">${scene[when]}</svg>`;
}
