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
import { SIGNS_OF_A_VISITOR } from "~/platform/browser/late-code";
import { usePressAgain } from "../form/press-again";

const wanted = Promise.withResolvers<void>();
/** Without any sign of a visitor: long after the first paint, so that it delays nothing. */
const AT_LAST_MS = 4_000;
const RETRY_MS = 2_000;

/**
 * A part of a page that is not needed for its first screen: its markup comes with the page, its code is fetched at
 * the first sign of a visitor and takes the markup over as it is, with whatever was typed into it and pressed in it meanwhile.
 * `onSight`: also as soon as it is in view, for a part that a link may lead straight to.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, onSight = false }: { fallback: ReactNode; onSight?: boolean },
): ComponentType<Props> {
  const Part = lazy(async () => {
    if (!import.meta.env.SSR) await wanted.promise;
    return { default: await loadAtLast(load) };
  });
  // Memoised: an update from above would make React give up the server's markup, and what was typed into it.
  return memo(function LatePart(props: Props) {
    const frame = useRef<HTMLDivElement>(null);
    useEffect(() => watchForVisitor(onSight ? frame.current : null), []);
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

/**
 * Fetches the code of all such parts now. For a page that shows itself only after it asked for its data: React holds the
 * router's update back until the parts that are on the page already can be taken over.
 */
export function fetchLateParts(): void {
  wanted.resolve();
}

/** A broken connection must not take the page away: the markup stays as it is until the code comes. */
export async function loadAtLast<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return loadAtLast(load);
  }
}

// Wherever in the app: who signs out in the office is about to see the website.
if (!import.meta.env.SSR) {
  if (window.visitorCame) fetchLateParts();
  for (const sign of SIGNS_OF_A_VISITOR) {
    window.addEventListener(sign, fetchLateParts, { once: true, passive: true });
  }
}

/** Whoever sees `part` is about to use it; and at last anybody, as there are ways to use a page that give no sign. */
function watchForVisitor(part: Element | null): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) fetchLateParts();
  });
  if (part) observer.observe(part);
  const atLast = setTimeout(fetchLateParts, AT_LAST_MS);
  return () => {
    observer.disconnect();
    clearTimeout(atLast);
  };
}
