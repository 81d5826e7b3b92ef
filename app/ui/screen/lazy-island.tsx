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
import { discoverLinks, isSignOfVisitor, SIGNS_OF_A_VISITOR } from "~/platform/browser/deferred-scripts";
import { usePressAgain } from "../form/press-again";

const TOUCHES = ["pointerdown", "keydown", "focusin", "input"] as const;

/** What the visitor's first sign, or a while without any, has woken. */
const visitor = Promise.withResolvers<void>();
const every = Promise.withResolvers<void>();
/** Without any sign of a visitor: long after the first paint, so that it delays nothing. */
const AT_LAST_MS = 4_000;
const RETRY_MS = 2_000;
/** What an upgrade took away does not come any more: the page says so (new-version.tsx), and asks ever more rarely. */
const MAX_RETRY_MS = 60_000;

/**
 * What a part waits for. "near": a visitor who is there and has come within a screen of it. "visitor": the first sign of one.
 * "paint": the page's first paint, and a while. A touch wakes each at once.
 */
type Wake = "near" | "visitor" | "paint";

/**
 * A part of a page that is not needed for its first screen: its markup comes with the page. Its code is fetched when it is about to
 * be used, and takes the markup over as it is, with whatever was typed into it and pressed in it meanwhile.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, wake = "near" }: { fallback: ReactNode; wake?: Wake },
): ComponentType<Props> {
  const touched = Promise.withResolvers<void>();
  const Part = lazy(async () => {
    if (!import.meta.env.SSR) await Promise.race([touched.promise, every.promise]);
    return { default: await loadAtLast(load) };
  });
  // Memoised: an update from above would make React give up the server's markup, and what was typed into it.
  return memo(function LatePart(props: Props) {
    const frame = useRef<HTMLDivElement>(null);
    useEffect(() => watch(frame.current!, wake, touched.resolve), []);
    return (
      <div ref={frame} data-late="">
        <Suspense fallback={fallback}>
          <Part {...props} />
          <PressAgain frame={frame} />
        </Suspense>
      </div>
    );
  }) as unknown as ComponentType<Props>;
}

/** Once the part is there. */
function PressAgain({ frame }: { frame: RefObject<HTMLElement | null> }) {
  usePressAgain(frame);
  return null;
}

/** Calls `use` when the part is to be woken. It may do so more than once, and when the part is gone. */
function watch(part: HTMLElement, wake: Wake, use: () => void): void {
  // Made in the browser it has no markup of the server's, which React begins with a comment: there is nothing to be used yet.
  if (part.firstChild?.nodeType !== Node.COMMENT_NODE) {
    use();
    return;
  }
  // At the window, and on the way down: React stops what is on its way into a part that sleeps.
  const onTouch = ({ target }: Event) => target instanceof Node && part.contains(target) && use();
  for (const touch of TOUCHES) window.addEventListener(touch, onTouch, { capture: true, passive: true });
  if (wake === "paint") setTimeout(use, AT_LAST_MS);
  visitor.promise.then(() => {
    if (wake !== "near") return use();
    const near = new IntersectionObserver(([entry]) => entry!.isIntersecting && use(), {
      rootMargin: "100% 0px",
    });
    near.observe(part);
  });
}

/** Somebody is there, and is about to use what is in sight. The rest follows when nothing else is to be done. */
export function visitorIsHere(): void {
  visitor.resolve();
  setTimeout(fetchLateParts, AT_LAST_MS);
}

/**
 * Wakes all parts now. Whatever the router shows next needs them: React holds its update back until the parts that are on the
 * page already can be taken over.
 */
export function fetchLateParts(): void {
  visitor.resolve();
  every.resolve();
  discoverLinks();
}

/** A broken connection must not take the page away: the markup stays as it is until the code comes. */
export async function loadAtLast<Loaded>(load: () => Promise<Loaded>, retryMs = RETRY_MS): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return loadAtLast(load, Math.min(2 * retryMs, MAX_RETRY_MS));
  }
}

// Wherever in the app: who signs out in the office is about to see the website.
if (!import.meta.env.SSR) {
  if (window.visitorCame) visitorIsHere();
  for (const sign of SIGNS_OF_A_VISITOR) {
    window.addEventListener(sign, onSign, { capture: true, passive: true });
  }
  window.addEventListener("popstate", fetchLateParts, { once: true });
  window.addEventListener("click", leaveWithAll, { capture: true, passive: true });
}

/** The first is enough. */
function onSign(event: Event): void {
  if (!isSignOfVisitor(event)) return;
  for (const sign of SIGNS_OF_A_VISITOR) window.removeEventListener(sign, onSign, { capture: true });
  visitorIsHere();
}

/** A link to another page was followed. */
function leaveWithAll({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[href]:not([href^="#"])')) fetchLateParts();
}
