import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";

/** Lazy island: server-rendered fields, deferred code (see deferred-booking-form.tsx). */
export const DeferredFollowForm = lazyIsland(async () => (await import("./follow-form")).FollowForm, {
  fallback: <Skeleton className="h-60" />,
});
