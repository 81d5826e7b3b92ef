import {
  type ComponentType,
  createElement,
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
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
 * kept. If its code fails, the server's markup stays, with links and forms that work without scripts; a part
 * without such markup shows a message with a button.
 */
export function lazyIsland<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, trigger = "near-viewport" }: { fallback: ReactNode; trigger?: LoadTrigger },
): ComponentType<Props> {
  const touched = Promise.withResolvers<void>();
  const Part = lazy(async () => {
    if (!import.meta.env.SSR) await Promise.race([touched.promise, allIslands.promise]);
    return {
      default: await (import.meta.env.SSR ? load() : importWithRetry(load).catch(() => FailedIsland)),
    };
  });
  const FailedPart = lazy(async () => {
    const { lazyPart } = await importWithRetry(() => import("./lazy-part"));
    return { default: lazyPart(load, () => fallback, "failed") };
  });
  let serverFrame: HTMLElement | null = null;
  // Waiting longer would block each navigation, which React delays until all islands are hydrated.
  function FailedIsland(props: Props) {
    const [frame] = useState(() => (serverFrame?.isConnected ? serverFrame : null));
    if (frame) return <ServerMarkup frame={frame} />;
    return trigger === "after-paint" ? null : <FailedPart {...props} />;
  }
  // An update from the parent would make React discard the server's markup and its input.
  return memo(function Island(props: Props) {
    const frame = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (watchTrigger(frame.current!, trigger, touched.resolve)) serverFrame = frame.current;
    }, []);
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

/** The server's elements, whose content React leaves as it is in the page, with what was typed. */
function ServerMarkup({ frame }: { frame: HTMLElement }) {
  const [elements] = useState(() =>
    [...frame.children].map(({ localName, innerHTML }) => [localName, innerHTML]),
  );
  return elements.map(([name, __html], key) =>
    createElement(name!, { key, suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html } }),
  );
}

/** Returns whether the part is markup of the server. */
function watchTrigger(part: HTMLElement, trigger: LoadTrigger, load: () => void): boolean {
  // Rendered in the browser: React starts server markup with a comment.
  if (part.firstChild?.nodeType !== Node.COMMENT_NODE) {
    load();
    return false;
  }
  // Listens on the window, because React stops events that target an island before hydration.
  const onTouch = ({ target }: Event) => target instanceof Node && part.contains(target) && load();
  for (const touch of TOUCHES) window.addEventListener(touch, onTouch, { capture: true, passive: true });
  if (trigger === "after-paint") setTimeout(load, IDLE_LOAD_MS);
  void interaction.promise.then(() => {
    if (trigger !== "near-viewport") return load();
    const near = new IntersectionObserver(([entry]) => entry!.isIntersecting && load(), {
      rootMargin: "100% 0px",
    });
    near.observe(part);
  });
  return true;
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
