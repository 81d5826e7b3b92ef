import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { contentQuery } from "../admin-client";
import type { OfficeContent } from "../views";

/** Renders its children once the content has loaded. */
export function ContentSection({ children }: { children: (content: OfficeContent) => ReactNode }) {
  const found = useQuery(contentQuery);
  if (found.data) return children(found.data);
  if (found.isError) return <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />;
  return <ListLoading />;
}
