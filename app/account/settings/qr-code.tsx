import { generate } from "lean-qr";

/** Free space around the code that readers need, in its own squares. */
const MARGIN = 3;

/** A text as a QR code. Dark on white in either theme: most readers know it only that way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const squares: string[] = [];
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) squares.push(`M${x} ${y}h1v1h-1z`);
  }
  const side = code.size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded bg-[#fff]"
    >
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
