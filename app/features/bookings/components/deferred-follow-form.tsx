import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";

export const DeferredFollowForm = lazyIsland(async () => (await import("./follow-form")).FollowForm, {
  fallback: <Skeleton className="h-60" />,
});
