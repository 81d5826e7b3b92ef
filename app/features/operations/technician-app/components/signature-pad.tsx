import { type PointerEvent, useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";

/** Line width in CSS pixels. Black on white in both themes, because the picture is stored as drawn. */
const LINE = 2.5;
const INK = "#0f1a2b";

interface SignaturePadProps {
  label: string;
  /** Earlier drawing. */
  initial: Blob | null;
  /** Called after each line with all lines as PNG; null if empty. */
  onChange: (picture: Promise<Blob | null>) => void;
}

/** Signature field for finger or pen. */
export function SignaturePad({ label, onChange, ...props }: SignaturePadProps) {
  // Later drawings come from this pad.
  const [initial] = useState(props.initial);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  const [signed, setSigned] = useState(initial !== null);

  // Uses the screen's resolution; later resizes are ignored, because they would clear the canvas.
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
    // The phone may have been rotated since.
    const stretch = canvas.current!.clientWidth / width;
    return [(event.clientX - left) * stretch, (event.clientY - top) * stretch];
  }

  function start(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    const context = canvas.current!.getContext("2d")!;
    context.beginPath();
    context.moveTo(...pointOf(event));
    // A tap without movement leaves a dot.
    context.lineTo(...pointOf(event));
    context.stroke();
    setSigned(true);
  }

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    if (!drawing.current) return;
    const context = canvas.current!.getContext("2d")!;
    // Fast strokes have more points than frames.
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
        className="h-56 w-full touch-none rounded border-2 border-dashed border-control bg-[#fff]"
      />
      <Button tone="quiet" disabled={!signed} onClick={clear} className="self-start">
        {m.technician_signature_clear()}
      </Button>
    </div>
  );
}

/** Scales the drawing to fit without distortion after a rotation. */
async function redraw(element: HTMLCanvasElement, picture: Blob): Promise<void> {
  const drawn = await createImageBitmap(picture);
  const { clientWidth: width, clientHeight: height } = element;
  const scale = Math.min(width / drawn.width, height / drawn.height);
  element.getContext("2d")!.drawImage(drawn, 0, 0, drawn.width * scale, drawn.height * scale);
  drawn.close();
}
