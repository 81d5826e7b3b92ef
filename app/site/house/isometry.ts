/**
 * Isometric drawing as SVG text. x runs to the lower right, y to the lower left, z up. The viewer sees the
 * top of a body, its y face (left) and its x face (right). Lengths are in grid units.
 */

const UNIT = 40;
const COS30 = Math.cos(Math.PI / 6);

export type Point = readonly [x: number, y: number, z: number];
/** A point on a face: along it, and up (or across, on a floor). */
export type FacePoint = readonly [u: number, v: number];
/** Maps a point of a face into space. */
export type Face = (point: FacePoint) => Point;

/** Right-facing plane at x: u along y, v up. */
export const faceX =
  (x: number): Face =>
  ([y, z]) => [x, y, z];
/** Left-facing plane at y: u along x, v up. */
export const faceY =
  (y: number): Face =>
  ([x, z]) => [x, y, z];
/** A floor at height z: u along x, v along y. */
export const floor =
  (z: number): Face =>
  ([x, y]) => [x, y, z];

/** Projects a point onto the sheet. Whole numbers keep the SVG short; a fortieth of the grid is invisible. */
export function onSheet([x, y, z]: Point): [number, number] {
  return [Math.round((x - y) * COS30 * UNIT), Math.round(((x + y) / 2 - z) * UNIT)];
}

function corners(points: readonly Point[]): string {
  let [lastX, lastY] = [0, 0];
  return points
    .map((point, index) => {
      const [x, y] = onSheet(point);
      const text = index === 0 ? `M${x} ${y}` : `l${x - lastX} ${y - lastY}`;
      [lastX, lastY] = [x, y];
      return text;
    })
    .join("")
    .replaceAll(" -", "-");
}

/**
 * Parses points such as `"x y z, x y z"`, or `"u v, u v"` on a face. Text keeps drawings with hundreds of
 * points readable.
 */
function read(points: string, face?: Face): Point[] {
  return points.split(",").map((point) => {
    const [a = 0, b = 0, c = 0] = point.trim().split(" ").map(Number);
    return face ? face([a, b]) : [a, b, c];
  });
}

/** Outline to fill. */
export const shape = (points: string, face?: Face): string => `${corners(read(points, face))}z`;

/** Line to stroke. */
export const line = (points: string, face?: Face): string => corners(read(points, face));

/** Rectangle on a face from its corner (u, v). */
export function rectangle(face: Face, u: number, v: number, width: number, height: number): string {
  const points = [face([u, v]), face([u + width, v]), face([u + width, v + height]), face([u, v + height])];
  return `${corners(points)}z`;
}

/** Lines that divide a face into equal parts. */
export function grid(
  face: Face,
  [u, v, width, height]: readonly [number, number, number, number],
  columns: number,
  rows: number,
): string {
  const upright = parts(columns).map((part) => {
    const at = u + part * width;
    return corners([face([at, v]), face([at, v + height])]);
  });
  const level = parts(rows).map((part) => {
    const at = v + part * height;
    return corners([face([u, at]), face([u + width, at])]);
  });
  return [...upright, ...level].join("");
}

const parts = (count: number) => Array.from({ length: count - 1 }, (_, index) => (index + 1) / count);

/** Circle on a face, as four Bézier curves. */
export function circle(face: Face, [u, v]: FacePoint, radius: number): string {
  const [cx, cy] = onSheet(face([u, v]));
  const [ux, uy] = onSheet(face([u + radius, v]));
  const [vx, vy] = onSheet(face([u, v + radius]));
  const at = (p: number, q: number) =>
    `${Math.round(cx + (ux - cx) * p + (vx - cx) * q)} ${Math.round(cy + (uy - cy) * p + (vy - cy) * q)}`;
  const k = 0.5523;
  return (
    `M${at(1, 0)}C${at(1, k)} ${at(k, 1)} ${at(0, 1)}S${at(-1, k)} ${at(-1, 0)}` +
    `S${at(-k, -1)} ${at(0, -1)}S${at(1, -k)} ${at(1, 0)}z`
  );
}

export const fill = (colour: string, ...shapes: string[]): string =>
  `<path fill="${colour}" d="${shapes.join("")}"/>`;

export const stroke = (colour: string, width: number, ...lines: string[]): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" d="${lines.join("")}"/>`;

/** Animated flow along the lines while lit (house.css). */
export const flow = (colour: string, width: number, ...lines: string[]): string =>
  `<path class="flow" fill="none" stroke="${colour}" stroke-width="${width}" d="${lines.join("")}"/>`;

export interface Shades {
  top: string;
  /** Colour of the left-facing side. */
  left: string;
  /** Colour of the right-facing side. */
  right: string;
}

/** Box with its three visible faces. */
export function box([x, y, z]: Point, [dx, dy, dz]: Point, { top, left, right }: Shades): string {
  return (
    fill(top, rectangle(floor(z + dz), x, y, dx, dy)) +
    fill(left, rectangle(faceY(y + dy), x, z, dx, dz)) +
    fill(right, rectangle(faceX(x + dx), y, z, dy, dz))
  );
}
