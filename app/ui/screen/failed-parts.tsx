import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { m } from "~/paraglide/messages";
import { isRefusal } from "~/platform/browser/query-client";
import { Button } from "../button";
import { Banner } from "./banner";

/**
 * Banner for parts of the page whose data could not be read, because most parts show nothing without their data.
 * Hidden while a part of the page offers to try again itself (`LoadError`).
 */
export function FailedParts() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const hasFailed = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.findAll({ type: "active" }).some(isFailed),
    () => false,
  );
  if (!hasFailed) return null;
  return (
    <div className="in-has-[[data-load-error]]:hidden">
      <Banner role="status" label={m.common_failed_parts_label()} text={m.common_failed_parts()}>
        <Button size="small" onClick={() => retryFailed(client)}>
          {m.common_try_again()}
        </Button>
      </Banner>
    </div>
  );
}

export function isFailed({ state: { status, data, error } }: Query): boolean {
  return status === "error" && data === undefined && !isRefusal(error);
}

function retryFailed(client: QueryClient): void {
  void client.refetchQueries({ type: "active", predicate: isFailed });
}
