import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
} from "react";
import { enableRouteDiscovery, FIRST_INTERACTION } from "~/platform/browser/deferred-scripts";
import { useReplayClick } from "../form/use-replay-click";

const TOUCHES = ["pointerdown", "keydown", "focusin", "input"] as const;

/** What the visitor's first sign, or a while without any, has woken. */
const interaction = Promise.withResolvers<void>();
const allIslands = Promise.withResolvers<void>();
/** Without any sign of a visitor: long after the first paint, so that it delays nothing. */
const IDLE_LOAD_MS = 4_000;
const RETRY_MS = 2_000;
/** What an upgrade took away does not come any more: the page says so (new-version.tsx), and asks ever more rarely. */
const MAX_RETRY_MS = 60_000;

/**
 * What a part waits for. "near": a visitor who is there and has come within a screen of it. "visitor": the first sign of one.
 * "paint": the page's first paint, and a while. A touch wakes each at once.
 */
type LoadTrigger = "near-viewport" | "interaction" | "after-paint";

/**
 * A part of a page that is not needed for its first screen: its markup comes with the page. Its code is fetched when it is about to
 * be used, and takes the markup over as it is, with whatever was typed into it and pressed in it meanwhile.
 */
export function lazyIsland<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, trigger = "near-viewport" }: { fallback: ReactNode; trigger?: LoadTrigger },
): ComponentType<Props> {
  const touched = Promise.withResolvers<void>();
  const Part = lazy(async () => {
    if (!import.meta.env.SSR) await Promise.race([touched.promise, allIslands.promise]);
    return { default: await importWithRetry(load) };
  });
  // Memoised: an update from above would make React give up the server's markup, and what was typed into it.
  return memo(function Island(props: Props) {
    const frame = useRef<HTMLDivElement>(null);
    useEffect(() => watchTrigger(frame.current!, trigger, touched.resolve), []);
    return (
      <div ref={frame} data-island="">
        <Suspense fallback={fallback}>
          <Part {...props} />
          <ReplayClick frame={frame} />
        </Suspense>
      </div>
    );
  }) as unknown as ComponentType<Props>;
}

/** Once the part is there. */
function ReplayClick({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useReplayClick(frame);
  return null;
}

/** Calls `use` when the part is to be woken. It may do so more than once, and when the part is gone. */
function watchTrigger(part: HTMLElement, trigger: LoadTrigger, load: () => void): void {
  // Made in the browser it has no markup of the server's, which React begins with a comment: there is nothing to be used yet.
  if (part.firstChild?.nodeType !== Node.COMMENT_NODE) {
    load();
    return;
  }
  // At the window, and on the way down: React stops what is on its way into a part that sleeps.
  const onTouch = ({ target }: Event) => target instanceof Node && part.contains(target) && load();
  for (const touch of TOUCHES) window.addEventListener(touch, onTouch, { capture: true, passive: true });
  if (trigger === "after-paint") setTimeout(load, IDLE_LOAD_MS);
  interaction.promise.then(() => {
    if (trigger !== "near-viewport") return load();
    const near = new IntersectionObserver(([entry]) => entry!.isIntersecting && load(), {
      rootMargin: "100% 0px",
    });
    near.observe(part);
  });
}

/** Somebody is there, and is about to use what is in sight. The rest follows when nothing else is to be done. */
export function signalInteraction(): void {
  interaction.resolve();
  setTimeout(loadAllIslands, IDLE_LOAD_MS);
}

/**
 * Wakes all parts now. Whatever the router shows next needs them: React holds its update back until the parts that are on the
 * page already can be taken over.
 */
export function loadAllIslands(): void {
  interaction.resolve();
  allIslands.resolve();
  enableRouteDiscovery();
}

/** A broken connection must not take the page away: the markup stays as it is until the code comes. */
export async function importWithRetry<Loaded>(
  load: () => Promise<Loaded>,
  retryMs = RETRY_MS,
): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return importWithRetry(load, Math.min(2 * retryMs, MAX_RETRY_MS));
  }
}

// Wherever in the app: who signs out in the office is about to see the website.
if (!import.meta.env.SSR) {
  if (window.hadInteraction) signalInteraction();
  else window.addEventListener(FIRST_INTERACTION, signalInteraction, { once: true });
  window.addEventListener("popstate", loadAllIslands, { once: true });
  window.addEventListener("click", loadAllOnNavigation, { capture: true, passive: true });
}

/** A link to another page was followed. */
function loadAllOnNavigation({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[href]:not([href^="#"])')) loadAllIslands();
}
