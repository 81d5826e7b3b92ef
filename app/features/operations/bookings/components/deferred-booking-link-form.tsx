import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";

export const DeferredBookingLinkForm = lazyIsland(
  async () => (await import("./booking-link-form")).BookingLinkForm,
  {
    fallback: <Skeleton className="h-60" />,
  },
);
