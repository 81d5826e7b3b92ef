import TriangleAlert from "lucide-react/icons/triangle-alert";
import { m } from "~/paraglide/messages";
import { Button } from "../button";
import { EmptyState } from "../screen/empty-state";
import { Skeleton } from "../screen/skeleton";

export function ListLoading({ label = m.list_loading() }: { label?: string }) {
  return (
    <div role="status" className="flex flex-col">
      <span className="sr-only">{label}</span>
      {Array.from({ length: 12 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move.
        <div key={row} className="flex h-10 items-center gap-6 border-b border-line px-4 lg:px-6">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3.5 grow" />
          <Skeleton className="h-3.5 w-32 max-sm:hidden" />
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}

interface ListFailedProps {
  title?: string;
  reason: string;
  onRetry: () => void;
}

export function ListFailed({ title = m.list_failed(), reason, onRetry }: ListFailedProps) {
  return (
    <div role="alert" data-load-error="">
      <EmptyState icon={<TriangleAlert aria-hidden />} title={title}>
        <p>{reason}</p>
        <Button onClick={onRetry}>{m.common_try_again()}</Button>
      </EmptyState>
    </div>
  );
}

export function ListStale({ reason }: { reason: string }) {
  return (
    <p
      role="alert"
      className="flex items-center gap-2 border-t border-line px-4 py-2 text-sm text-error lg:px-6"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span>{m.list_stale({ reason })}</span>
    </p>
  );
}
