import ImageOff from "lucide-react/icons/image-off";
import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { classNames } from "./class-names";

interface LazyImageProps {
  src: string;
  alt: string;
  /** Intrinsic size, which prevents layout shifts. */
  width: number;
  height: number;
  className?: string;
}

/** Loads when a tenth of it is within 50 px of the viewport (docs/domain.md, "Screens"). */
export function LazyImage({ src, alt, width, height, className }: LazyImageProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { threshold: 0.1, rootMargin: "50px" },
    );
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  const picture = (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      onError={() => setFailedSrc(src)}
      className="size-full object-cover"
    />
  );
  return (
    <span
      ref={frame}
      className={classNames("@container grid overflow-hidden bg-sunken *:[grid-area:1/1]", className)}
    >
      {/* Reserves the space without a style attribute, which the content security policy forbids. */}
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="w-full" />
      {failedSrc === src ? (
        <span className="flex flex-col items-center justify-center gap-2 text-center text-[0.5625rem] text-muted @min-[8rem]:p-4 @min-[8rem]:text-sm">
          <ImageOff aria-hidden className="hidden size-6 @min-[8rem]:block" />
          {m.common_image_unavailable()}
        </span>
      ) : near ? (
        picture
      ) : (
        <noscript>{picture}</noscript>
      )}
    </span>
  );
}
