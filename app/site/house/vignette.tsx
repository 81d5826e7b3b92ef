import { Drawn } from "./drawn";
import type { Stage } from "./progress";

const penAtHand = import.meta.env.SSR ? await import("./vignettes") : null;
const progressAtHand = import.meta.env.SSR ? await import("./progress") : null;

/** Corner of the house for a trade, lit together with its card (vignette.css). */
export function Vignette({ trade, className }: { trade: string; className?: string }) {
  return (
    <Drawn
      serverPen={penAtHand}
      fetchPen={() => import("./vignettes")}
      draw={(pen) => pen.drawVignette(trade)}
      className={className}
    />
  );
}

/** The kitchen in one stage. */
export function Progress({ stage, className }: { stage: Stage; className?: string }) {
  return (
    <Drawn
      serverPen={progressAtHand}
      fetchPen={() => import("./progress")}
      draw={(pen) => pen.drawStage(stage)}
      className={className}
    />
  );
}
