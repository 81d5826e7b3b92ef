import { m } from "~/paraglide/messages";
import { Button } from "../button";
import { EmptyState } from "./empty-state";

/** In the place of what did not come, with the way to ask for it again. */
export function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <EmptyState title={error.message}>
      <Button tone="quiet" onClick={() => onRetry()}>
        {m.common_try_again()}
      </Button>
    </EmptyState>
  );
}
