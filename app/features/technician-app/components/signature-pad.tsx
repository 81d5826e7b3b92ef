import { type PointerEvent, useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";

/** In CSS pixels. Ink on paper in both themes: it is kept as it is seen. */
const LINE = 2.5;
const INK = "#0f1a2b";

interface SignaturePadProps {
  label: string;
  /** What was drawn before, as it was told of. */
  initial: Blob | null;
  /** Told after each line: all lines as a PNG, null when there is none. */
  onChange: (picture: Promise<Blob | null>) => void;
}

/** A field to sign in with a finger or a pen. */
export function SignaturePad({ label, initial, onChange }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  const [signed, setSigned] = useState(initial !== null);

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
    if (initial) void redraw(element, initial);
  }, [initial]);

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

  function end() {
    if (!drawing.current) return;
    drawing.current = false;
    onChange(new Promise((made) => canvas.current!.toBlob(made, "image/png")));
  }

  function clear() {
    const element = canvas.current!;
    element.getContext("2d")!.clearRect(0, 0, element.width, element.height);
    setSigned(false);
    onChange(Promise.resolve(null));
  }

  return (
    <div className="flex flex-col gap-2">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        className="h-44 w-full touch-none rounded border-2 border-dashed border-control bg-[#fff]"
      />
      <Button tone="quiet" disabled={!signed} onClick={clear} className="self-start">
        {m.technician_signature_clear()}
      </Button>
    </div>
  );
}

/** Whole and undistorted, though the screen may have been turned since. */
async function redraw(element: HTMLCanvasElement, picture: Blob): Promise<void> {
  const drawn = await createImageBitmap(picture);
  const { clientWidth: width, clientHeight: height } = element;
  const scale = Math.min(width / drawn.width, height / drawn.height);
  element.getContext("2d")!.drawImage(drawn, 0, 0, drawn.width * scale, drawn.height * scale);
  drawn.close();
}
