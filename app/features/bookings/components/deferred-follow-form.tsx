import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";

/** Its fields come with the page, as the booking form's do (deferred-booking-form.tsx). */
export const DeferredFollowForm = lazyIsland(async () => (await import("./follow-form")).FollowForm, {
  fallback: <Skeleton className="h-60" />,
});
