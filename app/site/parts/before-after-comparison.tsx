import MoveHorizontal from "lucide-react/icons/move-horizontal";
import { type CSSProperties, useState } from "react";
import type { PortfolioItem } from "~/features/website/content/views";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { classNames } from "~/ui/class-names";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { LazyImage } from "~/ui/lazy-image";
import { Scene } from "../house/scene";

type Shown = Pick<PortfolioItem, "title" | "drawing" | "beforeId" | "afterId">;

/** Before and after pictures side by side, or overlaid with a slider. */
export function Comparison({ item }: { item: Shown }) {
  const [sliding, setSliding] = useState(false);
  const [share, setShare] = useState(50);
  const hydrated = useHydrated();
  // Set on the client only, because the content security policy forbids inline styles in the markup.
  const shareStyle = sliding ? ({ "--share": `${share}%` } as CSSProperties) : undefined;
  const before = <Look item={item} when="before" />;
  const after = <Look item={item} when="after" />;
  const photos = item.drawing === null;

  return (
    <div data-theme="dark" className="relative flex flex-col overflow-hidden bg-paper text-ink">
      <div className="relative aspect-[2/1]">
        <figure
          className={classNames(
            "absolute inset-y-0 start-0 w-1/2",
            !photos && "p-[3%] pb-10",
            sliding && "start-1/4! [clip-path:inset(0_calc(100%-var(--share))_0_0)]",
          )}
          style={shareStyle}
        >
          {before}
          <figcaption className={classNames(labelClass, sliding ? "sr-only" : "start-1 sm:start-3")}>
            {m.content_before()}
          </figcaption>
        </figure>
        <figure
          className={classNames(
            "absolute inset-y-0 end-0 w-1/2",
            !photos && "p-[3%] pb-10",
            sliding ? "end-1/4! [clip-path:inset(0_0_0_var(--share))]" : "bg-[#16243a]",
          )}
          style={shareStyle}
        >
          {after}
          <figcaption className={classNames(labelClass, sliding ? "sr-only" : "end-1 sm:end-3")}>
            {m.content_after()}
          </figcaption>
        </figure>
        {sliding && (
          <input
            type="range"
            min={0}
            max={100}
            value={share}
            onChange={(event) => setShare(event.target.valueAsNumber)}
            aria-label={m.content_compare_slider({ title: bidiIsolate(item.title) })}
            aria-valuetext={m.content_compare_share({ share })}
            className={sliderClass}
          />
        )}
      </div>
      {hydrated && (
        <button
          type="button"
          aria-pressed={sliding}
          onClick={() => setSliding(!sliding)}
          className={classNames(
            "absolute bottom-2.5 inline-flex min-h-7 items-center gap-1.5 rounded-full border border-line bg-paper px-2.5 text-xs text-muted hover:text-ink aria-pressed:text-link",
            // Between the two pictures; at the edge of the overlay.
            sliding ? "end-2.5" : "start-1/2 -translate-x-1/2 rtl:translate-x-1/2",
          )}
        >
          <MoveHorizontal aria-hidden className="size-4" />
          {m.content_compare()}
        </button>
      )}
    </div>
  );
}

/** Drawing or photo. */
function Look({
  item: { title, drawing, beforeId, afterId },
  when,
}: {
  item: Shown;
  when: "before" | "after";
}) {
  if (drawing !== null) return <Scene name={drawing} when={when} />;
  const word = when === "before" ? m.content_before() : m.content_after();
  return (
    <LazyImage
      src={`/api/files/${when === "before" ? beforeId : afterId}`}
      alt={m.content_portfolio_photo({ title: bidiIsolate(title), when: word })}
      width={480}
      height={480}
      className="size-full"
    />
  );
}

const labelClass =
  "absolute bottom-1 rounded-full bg-paper/80 px-1.5 py-0.5 text-xs font-medium text-muted sm:bottom-3 sm:px-2.5";

const sliderClass = classNames(
  "absolute inset-y-0 start-1/4 w-1/2 cursor-ew-resize appearance-none bg-transparent rounded",
  "[&::-webkit-slider-thumb]:h-44 [&::-webkit-slider-thumb]:w-1.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent",
  "[&::-moz-range-thumb]:h-44 [&::-moz-range-thumb]:w-1.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent",
);
