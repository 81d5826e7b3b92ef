import {
  box,
  circle,
  faceX,
  faceY,
  fill,
  floor,
  flow,
  line,
  onSheet,
  type Point,
  rectangle,
  shape,
  stroke,
} from "./isometry";
import { brass, cold, cut, glow, lagoon, leather, metal, paleWood, sheetMetal, wood } from "./materials";
import { GROUND, ROOF, UPPER, UPPER_TOP } from "./plan";
import { lampGlow, lamps } from "./rooms";

/** Drawing of a trade in the house. */
export interface System {
  /** Position of the trade's marker, beside the object. */
  mark: Point;
  drawn: string;
  /** Parts shown while the trade is hovered or focused. */
  lit: string;
}

/* Air conditioning: two units on the roof, a duct, a grille in the bedroom. */

function cooler([x, y, z]: Point): string {
  const fan = faceX(x + 0.8);
  const centre = [y + 0.68, z + 0.6] as const;
  return (
    box([x, y, z], [0.8, 2, 1.2], metal) +
    fill("#2f3c52", circle(fan, centre, 0.48)) +
    stroke(metal.left, 2, circle(fan, centre, 0.33), circle(fan, centre, 0.16)) +
    stroke(
      "#6e7b91",
      2,
      ...[0.25, 0.45, 0.65, 0.85].map((up) => line(`${y + 1.3} ${z + up}, ${y + 1.85} ${z + up}`, fan)),
    )
  );
}

export function airConditioning(): System {
  const grille = faceX(4);
  const breeze = [1.4, 1.95, 2.5].map((y) => {
    const [x, top] = onSheet([4.1, y, 6.2]);
    return `M${x} ${top}c40 10 40 40 74 44s46 26 84 36`;
  });
  return {
    mark: [1, 3.2, 9.6],
    drawn:
      box([0.3, 0.3, ROOF], [3.3, 0.6, 0.5], metal) +
      cooler([0.5, 2.3, ROOF]) +
      cooler([2.3, 2.3, ROOF]) +
      fill("#5d6b82", rectangle(grille, 1.2, 6.2, 1.5, 0.5)) +
      stroke("#9aa6b8", 2, ...[6.32, 6.45, 6.58].map((z) => line(`1.3 ${z}, 2.6 ${z}`, grille))),
    lit:
      flow(cold, 5, ...breeze) +
      stroke(
        cold,
        5,
        circle(faceX(1.3), [2.98, ROOF + 0.6], 0.48),
        circle(faceX(3.1), [2.98, ROOF + 0.6], 0.48),
      ),
  };
}

/* Electrical: the distribution board on the left wall, its conduits and lamps. */

export function electrical(): System {
  const face = faceX(0);
  const conduits = [
    line("7.3 2.9, 7.3 3.5", face),
    line("7.7 2.9, 7.7 3.25, 9.4 3.25, 9.4 1.35", face),
    line("6.9 2.9, 6.9 3.25, 5.5 3.25, 5.5 1.35", face),
  ];
  const breakers = [1.6, 2, 2.4].flatMap((z) =>
    [6.78, 7.01, 7.24, 7.47, 7.7].map((y) => rectangle(face, y, z, 0.14, 0.24)),
  );
  return {
    mark: [0, 8.45, 2.1],
    drawn:
      stroke("#6b5a3c", 5, ...conduits) +
      fill("#3b4a63", rectangle(face, 6.55, 1.3, 1.5, 1.6)) +
      fill("#e8edf3", rectangle(face, 6.65, 1.4, 1.3, 1.4)) +
      fill("#33435c", ...breakers) +
      fill("#f6f0e6", rectangle(face, 9.2, 1, 0.4, 0.35), rectangle(face, 5.3, 1, 0.4, 0.35)),
    lit:
      flow("#fff1c9", 6, ...conduits) +
      fill(brass, ...breakers) +
      lampGlow(lamps.living) +
      lampGlow(lamps.kitchen),
  };
}

/* Plumbing: the pipes in the shaft under the bathroom. */

export function plumbing(): System {
  const face = faceX(12);
  const runs = [
    line("1.9 3.5, 1.9 1.2, 3.4 1.2, 3.4 0.8", face),
    line("2.5 3.5, 2.5 1.9, 3.4 1.9, 3.4 3.5", face),
  ];
  return {
    mark: [12, 2.95, 2.65],
    drawn:
      stroke("#0c4f50", 15, ...runs) +
      stroke(lagoon, 10, ...runs) +
      stroke("#62c4bb", 3, ...runs) +
      fill(brass, circle(face, [1.9, 2.1], 0.26), circle(face, [2.7, 1.2], 0.22)) +
      fill("#8a5a17", circle(face, [1.9, 2.1], 0.12), circle(face, [2.7, 1.2], 0.1)),
    lit: flow("#c9fff7", 5, ...runs),
  };
}

/* Painting: the half-painted wall of the bedroom. */

export function painting(): System {
  const back = faceY(0);
  const rail = (x: number) => line(`${x} 1.9 3.9, ${x} 0.2 6.4`);
  const rungs = [0.2, 0.36, 0.52, 0.68, 0.84].map((part) => {
    const at = `${1.9 - 1.7 * part} ${UPPER + 2.5 * part}`;
    return line(`6.1 ${at}, 6.9 ${at}`);
  });
  const painted = "4 4.05, 6.9 4.05, 6.9 4.9, 6.5 4.9, 6.5 5.6, 6.1 5.6, 6.1 6.5, 5.6 6.5, 5.6 6.9, 4 6.9";
  return {
    mark: [4.9, 0, 5.6],
    drawn:
      fill(lagoon, shape(painted, back)) +
      fill("#187773", rectangle(back, 4, UPPER, 4.2, 0.15)) +
      // Dust sheet, ladder, bucket, roller
      fill("#efe6d6", shape("4.4 0.3 3.9, 7.6 0.4 3.9, 7.8 2.5 3.9, 6.4 2.9 3.9, 4.6 2.6 3.9")) +
      stroke("#7a4f28", 11, rail(6.1), rail(6.9)) +
      stroke("#d99f58", 6, rail(6.1), rail(6.9), ...rungs) +
      box([4.9, 1.7, UPPER], [0.6, 0.6, 0.6], metal) +
      fill(lagoon, rectangle(floor(UPPER + 0.6), 5, 1.8, 0.4, 0.4)) +
      stroke("#5b6b84", 5, line("7.4 1.5 4, 7.1 0.2 5.5")) +
      stroke("#f6f0e6", 13, line("6.8 0.1 5.6, 7.4 0.1 5.6")),
    lit: `<g opacity=".5">${fill("#36b3ab", rectangle(back, 4, UPPER, 4.2, UPPER_TOP - UPPER))}</g>`,
  };
}

/* Carpentry: the wall of shelves, and the workbench in front of it. */

const books: readonly [x: number, z: number, height: number, colour: string][] = [
  [1.1, 2, 0.5, lagoon],
  [1.35, 2, 0.42, "#c8593c"],
  [1.55, 2, 0.52, "#33435c"],
  [3.9, 2, 0.45, "#33435c"],
  [4.15, 2, 0.5, brass],
  [2.2, 1.3, 0.5, "#33435c"],
  [2.45, 1.3, 0.42, lagoon],
  [2.65, 1.3, 0.5, "#f6f0e6"],
  [1.4, 2.7, 0.3, "#f6f0e6"],
];

export function carpentry(): System {
  const front = faceY(5.6);
  const shavings = [1.6, 2.1, 2.6].map((x) => {
    const [left, top] = onSheet([x, 9.5, GROUND]);
    return `M${left} ${top}q8-10 14-2t-6 6`;
  });
  return {
    mark: [3, 5.6, 2.3],
    drawn:
      box([0.9, 5, GROUND], [4, 0.6, 2.8], wood) +
      fill("#5e3c20", ...[1.3, 2, 2.7].map((z) => rectangle(front, 1.05, z, 3.7, z < 2.7 ? 0.6 : 0.4))) +
      books.map(([x, z, height, colour]) => fill(colour, rectangle(front, x, z, 0.2, height))).join("") +
      fill(wood.top, rectangle(front, 1.05, 0.55, 1.75, 0.65), rectangle(front, 3, 0.55, 1.75, 0.65)) +
      stroke("#5e3c20", 3, line("2.5 0.85, 2.7 0.85", front), line("3.2 0.85, 3.4 0.85", front)) +
      // The bench, a plank on it, a plane on the plank, its shavings below
      box([1.1, 8.9, GROUND], [0.15, 0.15, 0.8], wood) +
      box([3.4, 8.9, GROUND], [0.15, 0.15, 0.8], wood) +
      box([3.4, 8, GROUND], [0.15, 0.15, 0.8], wood) +
      box([0.9, 7.9, 1.2], [2.8, 1.25, 0.15], paleWood) +
      box([1.1, 8.2, 1.35], [2.9, 0.45, 0.12], { top: "#f0d3a4", left: "#d9b47c", right: "#b98f55" }) +
      box([2.1, 8.3, 1.47], [0.7, 0.25, 0.22], wood) +
      stroke("#f0d3a4", 4, ...shavings),
    lit:
      stroke(glow, 5, rectangle(front, 0.9, GROUND, 4, 2.8)) +
      stroke(glow, 4, rectangle(floor(1.47), 1.1, 8.2, 2.9, 0.45)),
  };
}

/* Tiling: the kitchen's floor is being laid, the last rows are still screed. */

export function tiling(): System {
  const ground = floor(GROUND + 0.02);
  const tiles = Array.from({ length: 25 }, (_, index) => [index % 6, Math.floor(index / 6)] as const)
    .filter(([column, row]) => row < 3 || column < 5)
    .map(([column, row]) => [6.05 + column, 5.95 + row * 0.82] as const);
  const field = (inset: number) =>
    tiles.map(([x, y]) => rectangle(ground, x + inset, y + inset, 0.94 - 2 * inset, 0.77 - 2 * inset));
  const stars = tiles.map(([x, y]) =>
    shape(
      `${x + 0.47} ${y + 0.08}, ${x + 0.86} ${y + 0.38}, ${x + 0.47} ${y + 0.7}, ${x + 0.08} ${y + 0.38}`,
      ground,
    ),
  );
  return {
    mark: [8.5, 7.9, GROUND],
    drawn:
      fill("#f4ead6", ...field(0)) +
      fill(lagoon, ...stars) +
      fill("#f4ead6", ...field(0.3)) +
      // Tiles still to be laid, and the trowel
      [0, 1, 2, 3].map((n) => box([10.6, 9, GROUND + n * 0.12], [0.9, 0.75, 0.1], cut)).join("") +
      fill(metal.left, shape("8.6 9.5 0.4, 9.3 9.35 0.4, 9.15 9.75 0.4")) +
      stroke("#7a4f28", 7, line("9.2 9.55 0.45, 9.75 9.6 0.65")),
    lit: stroke(glow, 3, ...field(0)),
  };
}

/* Handyman: the bag by the door. */

export function handyman(): System {
  return {
    mark: [5.6, 12, 1.75],
    drawn:
      box([4.7, 11.4, 0], [1.2, 0.6, 0.55], leather) +
      fill("#f6f0e6", rectangle(faceY(12), 4.7, 0.3, 1.2, 0.08)) +
      stroke("#7a3a22", 5, line("4.9 11.7 0.55, 4.9 11.7 0.95, 5.7 11.7 0.95, 5.7 11.7 0.55")) +
      stroke(metal.top, 5, line("5.05 11.6 0.55, 4.95 11.5 1.15"), line("5.55 11.6 0.55, 5.7 11.5 1.05")) +
      stroke(brass, 9, line("4.96 11.52 1.1, 4.92 11.48 1.3")),
    lit: stroke(
      glow,
      4,
      rectangle(faceY(12), 4.7, 0, 1.2, 0.55),
      rectangle(floor(0.55), 4.7, 11.4, 1.2, 0.6),
    ),
  };
}

/* General maintenance: the van in the drive. */

export function generalMaintenance(): System {
  const [x, y, length, width] = [8.6, 11.6, 4.4, 1.7];
  const nose = x + length;
  const side = faceY(y + width);
  const wheel = (at: number) =>
    fill("#0c1422", circle(side, [at, 0.38], 0.4)) + fill("#8590a3", circle(side, [at, 0.38], 0.2));
  const beam = (from: number) =>
    shape(
      `${nose} ${from} 0.6, ${nose + 1.1} ${from - 0.3} 0, ${nose + 1.1} ${from + 0.7} 0, ${nose} ${from + 0.3} 0.6`,
    );
  return {
    mark: [10.2, 13.3, 2.75],
    drawn:
      fill("#0c142266", rectangle(floor(0), x - 0.1, y + 0.2, length + 0.3, width + 0.2)) +
      box([x, y, 0.4], [length, width, 0.8], sheetMetal) +
      box([x, y, 1.2], [length - 1.1, width, 0.8], sheetMetal) +
      // Windows of the van
      fill(
        "#31486c",
        shape(
          `${nose - 1.1} ${y} 2, ${nose - 1.1} ${y + width} 2, ${nose - 0.35} ${y + width} 1.2, ${nose - 0.35} ${y} 1.2`,
        ),
      ) +
      fill(
        "#3b5378",
        shape(`${nose - 1.05} 1.25, ${nose - 0.45} 1.25, ${nose - 1.05} 1.88`, side),
        rectangle(side, nose - 1.95, 1.25, 0.75, 0.6),
      ) +
      fill(brass, rectangle(side, x, 0.72, length, 0.16), rectangle(faceX(nose), y, 0.72, width, 0.16)) +
      // Logo on the side of the van
      fill(brass, shape(`${x + 0.5} 1.35, ${x + 0.85} 1.2, ${x + 0.85} 1.55, ${x + 0.5} 1.7`, side)) +
      fill("#8a5a17", shape(`${x + 0.85} 1.2, ${x + 1.2} 1.35, ${x + 1.2} 1.7, ${x + 0.85} 1.55`, side)) +
      fill("#c98f3c", shape(`${x + 0.5} 1.7, ${x + 0.85} 1.55, ${x + 1.2} 1.7, ${x + 0.85} 1.85`, side)) +
      fill(
        "#fff1c9",
        rectangle(faceX(nose), y + 0.1, 0.48, 0.3, 0.2),
        rectangle(faceX(nose), y + width - 0.4, 0.48, 0.3, 0.2),
      ) +
      wheel(x + 0.9) +
      wheel(nose - 0.9),
    lit:
      `<g opacity=".55">${fill("#fff1c9", beam(y + 0.1), beam(y + width - 0.4))}</g>` +
      stroke(glow, 4, rectangle(side, x, 0.4, length, 0.8)),
  };
}
