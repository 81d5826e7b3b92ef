import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";
import type { BookingFormProps } from "./booking-form";

/**
 * The form's fields come with the page and can be typed into at once; its code (rules, availability, address search)
 * is fetched at the first sign of a visitor. Give it props that stay the same (ui/late.tsx).
 */
export const DeferredBookingForm = lazyIsland<BookingFormProps>(
  async () => (await import("./booking-form")).BookingForm,
  { fallback: <Skeleton className="h-[80rem]" /> },
);
