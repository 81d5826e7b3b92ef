import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";
import type { BookingFormProps } from "./booking-form";

/**
 * Lazy island: the fields are server-rendered and usable at once, the code (rules, availability, address
 * search) loads at the first interaction. Pass stable props.
 */
export const DeferredBookingForm = lazyIsland<BookingFormProps>(
  async () => (await import("./booking-form")).BookingForm,
  { fallback: <Skeleton className="h-[80rem]" /> },
);
