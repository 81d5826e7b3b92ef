import { useEffect, useRef, useState } from "react";

interface DrawnProps<Pen> {
  /** Drawing code on the server; null in the browser. */
  serverPen: Pen | null;
  fetchPen: () => Promise<Pen>;
  /** Returns SVG text. */
  draw: (pen: Pen) => string;
  className?: string;
}

/**
 * Picture drawn on the server. The browser keeps the SVG of the page and loads the drawing code only after
 * client-side navigation, when there is none.
 */
export function Drawn<Pen>({ serverPen, fetchPen, draw, className }: DrawnProps<Pen>) {
  const frame = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState(() => (serverPen ? draw(serverPen) : ""));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawn picture never changes.
  useEffect(() => {
    if (!frame.current?.firstChild) fetchPen().then((pen) => setPicture(draw(pen)));
  }, []);
  return (
    <div
      ref={frame}
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, with user text escaped.
      dangerouslySetInnerHTML={{ __html: picture }}
    />
  );
}
