import { generate } from "lean-qr";

/** Width of the empty margin around a QR code, in modules. */
const MARGIN = 3;

export function qrCode(text: string): { path: string; viewBox: string } {
  const code = generate(text);
  const squares: string[] = [];
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) squares.push(`M${x} ${y}h1v1h-1z`);
  }
  const side = code.size + 2 * MARGIN;
  return { path: squares.join(""), viewBox: `${-MARGIN} ${-MARGIN} ${side} ${side}` };
}
