import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";
import type { BookingFormProps } from "./booking-form";

/** Lazy island: server-rendered fields, code loaded at the first interaction. Pass stable props. */
export const DeferredBookingForm = lazyIsland<BookingFormProps>(
  async () => (await import("./booking-form")).BookingForm,
  { fallback: <Skeleton className="h-[80rem]" /> },
);
