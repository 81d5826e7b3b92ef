import { useEffect, useRef, useState } from "react";

export function useSize() {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!frame.current) return;
    const watching = new ResizeObserver(([entry]) =>
      setSize({
        width: Math.floor(entry?.contentRect.width ?? 0),
        height: Math.floor(entry?.contentRect.height ?? 0),
      }),
    );
    watching.observe(frame.current);
    return () => watching.disconnect();
  }, []);
  return { frame, ...size };
}
