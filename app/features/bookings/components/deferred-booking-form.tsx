import { lazy, memo, Suspense, useEffect, useRef } from "react";
import { Skeleton } from "~/ui/skeleton";
import type { BookingFormProps } from "./booking-form";
import { chooseService } from "./service-choice";

const wanted = Promise.withResolvers<void>();
/** Without any sign of a visitor: long after the first paint, so that it delays nothing. */
const AT_LAST_MS = 3_000;
const RETRY_MS = 2_000;

/**
 * The form's fields come with the page and can be typed into at once; its code (rules, availability, address search)
 * is fetched at the first sign of a visitor, and takes the fields over as they are.
 */
const BookingForm = lazy(async () => {
  if (!import.meta.env.SSR) await wanted.promise;
  const { BookingForm } = await loadForm();
  return { default: BookingForm };
});

/** A broken connection must not take the page away: the fields stay as they are until the code comes. */
async function loadForm(): Promise<typeof import("./booking-form")> {
  try {
    return await import("./booking-form");
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return loadForm();
  }
}

// Memoised: an update from above would make React give up the server's fields, and what was typed into them.
export const DeferredBookingForm = memo(function DeferredBookingForm(props: BookingFormProps) {
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const want = () => wanted.resolve();
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && want(),
    );
    if (frame.current) observer.observe(frame.current);
    // Any sign of life: whoever scrolls, clicks or types is about to use the page.
    const signs = ["pointerdown", "keydown", "scroll", "popstate"] as const;
    for (const sign of signs) window.addEventListener(sign, want, { once: true, passive: true });
    const atLast = setTimeout(want, AT_LAST_MS);
    document.addEventListener("click", followServiceLink);
    const asked = new URLSearchParams(window.location.search).get("service");
    if (asked) chooseService(asked);
    return () => {
      observer.disconnect();
      clearTimeout(atLast);
      for (const sign of signs) window.removeEventListener(sign, want);
      document.removeEventListener("click", followServiceLink);
    };
  }, []);

  return (
    <div ref={frame}>
      <Suspense fallback={<Skeleton className="h-[80rem]" />}>
        <BookingForm {...props} />
      </Suspense>
    </div>
  );
});

/** Links to the form that name a service (`?service=hvac#booking`) need no new page when the form is on this one. */
function followServiceLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const url = link ? new URL(link.getAttribute("href") ?? "", window.location.href) : null;
  const service = url?.searchParams.get("service");
  if (!url || !service || url.hash !== "#booking" || url.pathname !== window.location.pathname) return;
  event.preventDefault();
  chooseService(service);
  document.getElementById("booking")?.scrollIntoView({ behavior: "smooth" });
}
