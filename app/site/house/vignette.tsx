import { LazyDrawing } from "./lazy-drawing";
import type { Stage } from "./progress";

const serverModule = import.meta.env.SSR ? await import("./vignettes") : null;
const serverProgress = import.meta.env.SSR ? await import("./progress") : null;

/** Corner of the house for a trade, lit together with its card (vignette.css). */
export function Vignette({ trade, className }: { trade: string; className?: string }) {
  return (
    <LazyDrawing
      serverModule={serverModule}
      loadModule={() => import("./vignettes")}
      draw={(module) => module.drawVignette(trade)}
      className={className}
    />
  );
}

/** Drawing of the kitchen at one stage of the work. */
export function Progress({ stage, className }: { stage: Stage; className?: string }) {
  return (
    <LazyDrawing
      serverModule={serverProgress}
      loadModule={() => import("./progress")}
      draw={(module) => module.drawStage(stage)}
      className={className}
    />
  );
}
