import { useEffect, useRef, useState } from "react";

interface DrawnProps<Pen> {
  /** On the server at hand; null in the browser. */
  atHand: Pen | null;
  fetchPen: () => Promise<Pen>;
  /** SVG text. */
  draw: (pen: Pen) => string;
  className?: string;
}

/**
 * A picture that is drawn on the server. The browser keeps what came with the page, and fetches the pen only where
 * nothing came: when somebody comes here from another page.
 */
export function Drawn<Pen>({ atHand, fetchPen, draw, className }: DrawnProps<Pen>) {
  const frame = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState(() => (atHand ? draw(atHand) : ""));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture does not change once it is there.
  useEffect(() => {
    if (!frame.current?.firstChild) fetchPen().then((pen) => setPicture(draw(pen)));
  }, []);
  return (
    <div
      ref={frame}
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing; what others wrote is escaped in it.
      dangerouslySetInnerHTML={{ __html: picture }}
    />
  );
}
