import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/screen/empty-state";

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

/** A visit in a list; the whole row leads to its booking. */
export function VisitRow({ reference, what, when }: { reference: string; what: ReactNode; when: string }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={`/bookings/${reference}`}
        className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm hover:underline"
      >
        <span>{what}</span>
        <span className="figures text-muted">{when}</span>
      </Link>
    </li>
  );
}
