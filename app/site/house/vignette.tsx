import { Drawn } from "./drawn";
import type { Stage } from "./progress";

const penAtHand = import.meta.env.SSR ? await import("./vignettes") : null;
const progressAtHand = import.meta.env.SSR ? await import("./progress") : null;

/** A trade's corner of the house; it lights up with the card that it stands on (vignette.css). */
export function Vignette({ trade, className }: { trade: string; className?: string }) {
  return (
    <Drawn
      atHand={penAtHand}
      fetchPen={() => import("./vignettes")}
      draw={(pen) => pen.drawVignette(trade)}
      className={className}
    />
  );
}

/** The same kitchen, found, planned or delivered. */
export function Progress({ stage, className }: { stage: Stage; className?: string }) {
  return (
    <Drawn
      atHand={progressAtHand}
      fetchPen={() => import("./progress")}
      draw={(pen) => pen.drawStage(stage)}
      className={className}
    />
  );
}
