import { qrCode } from "~/platform/text/qr";

/** QR code, dark on white in both themes, because many readers need that. */
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
