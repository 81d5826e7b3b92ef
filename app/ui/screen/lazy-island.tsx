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
import { importWithRetry } from "~/platform/browser/import-with-retry";
import { useReplayClick } from "../form/use-replay-click";

const TOUCHES = ["pointerdown", "keydown", "focusin", "input"] as const;

const interaction = Promise.withResolvers<void>();
const allIslands = Promise.withResolvers<void>();
/** Long enough not to delay the first paint, in milliseconds. */
const IDLE_LOAD_MS = 4_000;

/**
 * "near-viewport": within one screen, after the first interaction. Interaction with the island always loads
 * it.
 */
type LoadTrigger = "near-viewport" | "interaction" | "after-paint";

/**
 * Component whose markup is rendered on the server and hydrated later. Input and clicks before hydration are
 * kept.
 */
export function lazyIsland<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, trigger = "near-viewport" }: { fallback: ReactNode; trigger?: LoadTrigger },
): ComponentType<Props> {
  const touched = Promise.withResolvers<void>();
  const Part = lazy(async () => {
    if (!import.meta.env.SSR) await Promise.race([touched.promise, allIslands.promise]);
    // Never gives up, because the server's markup stays usable.
    return { default: await importWithRetry(load, Number.POSITIVE_INFINITY) };
  });
  // An update from the parent would make React discard the server's markup and its input.
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

function ReplayClick({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useReplayClick(frame);
  return null;
}

function watchTrigger(part: HTMLElement, trigger: LoadTrigger, load: () => void): void {
  // Rendered in the browser: React starts server markup with a comment.
  if (part.firstChild?.nodeType !== Node.COMMENT_NODE) {
    load();
    return;
  }
  // Listens on the window, because React stops events that target an island before hydration.
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

export type ServerField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Fields of the server's markup, found before hydration, because React discards markup that a translator has changed
 * (app/ui/form/server-fields.ts).
 */
export const serverFields: ServerField[] = import.meta.env.SSR
  ? []
  : [...document.querySelectorAll<ServerField>("form :is(input, select, textarea)")];

export function signalInteraction(): void {
  interaction.resolve();
  setTimeout(loadAllIslands, IDLE_LOAD_MS);
}

/** Called before a navigation, because React delays it until all islands are hydrated. */
export function loadAllIslands(): void {
  interaction.resolve();
  allIslands.resolve();
  enableRouteDiscovery();
}

// Registered on office pages as well, because signing out leads to the website without a reload.
if (!import.meta.env.SSR) {
  if (window.hadInteraction) signalInteraction();
  else window.addEventListener(FIRST_INTERACTION, signalInteraction, { once: true });
  window.addEventListener("popstate", loadAllIslands, { once: true });
  window.addEventListener("click", loadAllOnNavigation, { capture: true, passive: true });
}

function loadAllOnNavigation({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[href]:not([href^="#"])')) loadAllIslands();
}
