import { m } from "~/paraglide/messages";
import { Button } from "../button";
import { EmptyState } from "./empty-state";

export function LoadError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <div data-load-error="">
      <EmptyState title={error.message}>
        <Button tone="quiet" onClick={() => onRetry()}>
          {m.common_try_again()}
        </Button>
      </EmptyState>
    </div>
  );
}
