import { m } from "~/paraglide/messages";
import { Button } from "../button";

interface LoadMoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  tone?: "plain" | "quiet";
  className?: string;
  /** Default: "Load more". */
  children?: string;
}

/** Loads the next page of a list; absent after the last page. */
export function LoadMoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  tone = "plain",
  className = "self-start",
  children = m.list_load_more(),
}: LoadMoreButtonProps) {
  if (!hasNextPage) return null;
  return (
    <Button
      tone={tone}
      size="small"
      className={className}
      disabled={isFetchingNextPage}
      onClick={() => fetchNextPage()}
    >
      {children}
    </Button>
  );
}
