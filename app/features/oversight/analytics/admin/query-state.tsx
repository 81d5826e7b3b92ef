import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Skeleton } from "~/ui/screen/skeleton";

/** Content of a query, skeleton while loading, or the error. */
export function QueryState<Data>({
  of: { data, error, refetch },
  shape,
  children,
}: {
  of: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  /** Classes with the size of the skeleton. */
  shape: string;
  children: (data: Data) => ReactNode;
}) {
  if (data) return children(data);
  if (!error) return <Skeleton className={shape} />;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
      <p>{error.message}</p>
      <Button size="small" tone="quiet" onClick={() => refetch()}>
        {m.common_try_again()}
      </Button>
    </div>
  );
}
