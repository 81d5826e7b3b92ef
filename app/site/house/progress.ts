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
import { brass, cut, ink, lagoon, metal, paleWood } from "./materials";
import { GROUND } from "./plan";
import { kitchen, lampGlow, lamps } from "./rooms";
import { corner } from "./vignettes";

/** Stage of the same kitchen: before the work, as planned, and finished. */
export type Stage = "found" | "planned" | "delivered";

const HEIGHT = 3.1;

export function drawStage(stage: Stage): string {
  const [x, y] = onSheet([9, 7.5, 1.75]);
  return (
    `<svg viewBox="${x - 210} ${y - 192} 420 384" class="${stage}" aria-hidden="true" stroke-linejoin="round" stroke-linecap="round">` +
    `${stage === "found" ? found() : delivered(stage === "delivered")}</svg>`
  );
}

function shell(ground: string, left: string, back: string): string {
  return corner({ at: [6, 5, GROUND], size: [6, 5, HEIGHT], ground, left, back });
}

function found(): string {
  const back = faceY(5);
  const left = faceX(6);
  return (
    shell("#8f8470", "#a8987a", "#b9a988") +
    // Removed tiles
    fill("#c9bda4", ...[6.3, 7.1, 8.7].map((x) => rectangle(floor(GROUND), x, 8.6, 0.7, 0.7))) +
    fill(
      "#c9bda4",
      rectangle(floor(GROUND), 7.9, 7.8, 0.7, 0.7),
      rectangle(floor(GROUND), 6.3, 7.8, 0.7, 0.7),
    ) +
    // Damp, a crack, bare brick
    fill("#93846a", shape("10.2 0.4, 12 0.4, 12 1.9, 11.3 2.1, 10.9 1.5, 10.3 1.3", back)) +
    stroke("#6f6350", 3, line("8.3 3.5, 8.1 3, 8.5 2.6, 8.2 2.1, 8.4 1.8", back)) +
    fill("#8d5f47", shape("5.8 1.2, 7.4 1.2, 7.6 2.4, 6.2 2.6", left)) +
    stroke("#70483a", 2, line("5.9 1.6, 7.4 1.6", left), line("6 2, 7.5 2", left)) +
    // Open pipe ends of the tap
    stroke(lagoon, 7, line("9.6 0.4, 9.6 1.5", back), line("10 0.4, 10 1.5", back)) +
    stroke(metal.right, 4, line("7.2 5 2.9, 7.2 5 2.5, 7.4 5.3 2.2")) +
    box([7, 7.2, GROUND], [1.1, 0.8, 0.7], { top: "#c48f56", left: "#94683c", right: "#75512f" }) +
    mark([11.1, 5, 1.2]) +
    mark([8.3, 5, 2.6]) +
    mark([6, 6.6, 1.9])
  );
}

/** Marker of a problem that the engineer found. */
function mark(at: Point): string {
  const [x, y] = onSheet(at);
  return (
    `<circle class="mark" cx="${x}" cy="${y}" r="15" fill="${ink}" stroke="#f6f0e6" stroke-width="3"/>` +
    `<circle cx="${x}" cy="${y}" r="5.5" fill="${brass}"/>`
  );
}

function delivered(lit: boolean): string {
  const ground = floor(GROUND);
  const [hang, lamp] = [onSheet([8.6, 8.1, 3.5]), onSheet([8.6, 8.1, 2.7])];
  return (
    shell("#f4ead6", "#e9c88f", "#f6e3b8") +
    stroke("#d9c6a2", 2, grid(ground, [6, 5.8, 6, 4.2], 6, 4)) +
    (lit ? lampGlow(lamps.kitchen) : "") +
    kitchen() +
    // The table, its stools, a bowl and the lamp above
    box([7.6, 7.4, GROUND], [2.4, 1.3, 0.9], { top: paleWood.top, left: "#2f6f6c", right: "#205250" }) +
    fill("#f6f0e6", circle(floor(GROUND + 0.92), [8.4, 8], 0.34)) +
    fill(brass, circle(floor(GROUND + 0.94), [8.4, 8], 0.2)) +
    box([8, 9.1, GROUND], [0.5, 0.5, 0.55], cut) +
    box([9.2, 9.1, GROUND], [0.5, 0.5, 0.55], cut) +
    stroke("#3b2c1c", 3, `M${hang[0]} ${hang[1]}V${lamp[1] - 24}`) +
    fill("#fff1c9", `M${lamp[0] - 10} ${lamp[1] - 24}h20l16 26q-26 9-52 0z`) +
    (lit ? `<circle cx="${lamp[0]}" cy="${lamp[1]}" r="120" fill="url(#lamp)" opacity=".45"/>` : "")
  );
}
