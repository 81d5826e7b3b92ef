import { type PointerEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";

export interface SignatureHandle {
  /** The drawn lines as a PNG; null when nothing was drawn. */
  picture(): Promise<Blob | null>;
}

/** In CSS pixels. Ink on paper in both themes: it is kept as it is seen. */
const LINE = 2.5;
const INK = "#0f1a2b";

/** A field to sign in with a finger or a pen. */
export function SignaturePad({ ref, label }: { ref: Ref<SignatureHandle>; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  const [signed, setSigned] = useState(false);

  // As many points as the screen has; another size would wipe what is drawn, so it stays.
  useEffect(() => {
    const element = canvas.current!;
    const scale = Math.min(window.devicePixelRatio, 2);
    element.width = element.clientWidth * scale;
    element.height = element.clientHeight * scale;
    const context = element.getContext("2d")!;
    context.scale(scale, scale);
    context.lineWidth = LINE;
    context.lineCap = "round";
    context.lineJoin = "round";
    context.strokeStyle = INK;
  }, []);

  useImperativeHandle(ref, () => ({
    picture: async () =>
      signed ? new Promise((made) => canvas.current!.toBlob((blob) => made(blob), "image/png")) : null,
  }));

  function pointOf(event: PointerEvent | globalThis.PointerEvent): [number, number] {
    const { left, top, width } = canvas.current!.getBoundingClientRect();
    // The page may have been turned since, and the field with it.
    const stretch = canvas.current!.clientWidth / width;
    return [(event.clientX - left) * stretch, (event.clientY - top) * stretch];
  }

  function start(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    const context = canvas.current!.getContext("2d")!;
    context.beginPath();
    context.moveTo(...pointOf(event));
    // A dot, if nothing follows.
    context.lineTo(...pointOf(event));
    context.stroke();
    setSigned(true);
  }

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    if (!drawing.current) return;
    const context = canvas.current!.getContext("2d")!;
    // A quick hand makes more points than the screen shows pictures.
    const points = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const point of points.length > 0 ? points : [event]) context.lineTo(...pointOf(point));
    context.stroke();
  }

  function clear() {
    const element = canvas.current!;
    element.getContext("2d")!.clearRect(0, 0, element.width, element.height);
    setSigned(false);
  }

  return (
    <div className="flex flex-col gap-2">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={() => {
          drawing.current = false;
        }}
        onPointerCancel={() => {
          drawing.current = false;
        }}
        className="h-44 w-full touch-none rounded border-2 border-dashed border-control bg-[#fff]"
      />
      <Button tone="quiet" disabled={!signed} onClick={clear} className="self-start">
        {m.technician_signature_clear()}
      </Button>
    </div>
  );
}
