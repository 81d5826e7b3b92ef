import { useEffect } from "react";
import { late } from "~/ui/late";
import { Skeleton } from "~/ui/skeleton";
import type { BookingFormProps } from "./booking-form";
import { chooseService } from "./service-choice";

const LateBookingForm = late<BookingFormProps>(async () => (await import("./booking-form")).BookingForm, {
  fallback: <Skeleton className="h-[80rem]" />,
  onSight: true,
});

/**
 * The form's fields come with the page and can be typed into at once; its code (rules, availability, address search)
 * is fetched at the first sign of a visitor. Give it props that stay the same (ui/late.tsx).
 */
export function DeferredBookingForm(props: BookingFormProps) {
  useEffect(() => {
    document.addEventListener("click", followServiceLink);
    const asked = new URLSearchParams(window.location.search).get("service");
    if (asked) chooseService(asked);
    return () => document.removeEventListener("click", followServiceLink);
  }, []);
  return <LateBookingForm {...props} />;
}

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
