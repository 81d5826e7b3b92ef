import { qrCode } from "~/platform/text/qr";

/** A text as a QR code. Dark on white in either theme: most readers know it only that way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, viewBox } = qrCode(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={viewBox}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded bg-[#fff]"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
