import ArrowLeft from "lucide-react/icons/arrow-left";
import X from "lucide-react/icons/x";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { Button } from "../button";
import { classNames } from "../class-names";
import { isPressed, useShortcutsInHelp } from "../hooks/shortcuts";
import { EmptyState } from "../screen/empty-state";
import { Skeleton } from "../screen/skeleton";

interface DrawerProps {
  id: string;
  label: string;
  closePath: string;
  /** True for forms with a table of lines. */
  wide?: boolean;
  head: ReactNode;
  /** Actions, always in view. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Covers the list on narrow screens. */
export function Drawer({ id, label, closePath, wide, head, footer, children }: DrawerProps) {
  const content = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useShortcutsInHelp("close");

  // biome-ignore lint/correctness/useExhaustiveDependencies: another record scrolls to the top.
  useEffect(() => {
    content.current?.focus({ preventScroll: true });
    content.current?.scrollTo({ top: 0 });
  }, [id]);

  return (
    <aside
      data-drawer=""
      aria-label={label}
      onKeyDown={(event) => {
        if (isPressed("close", event) && !event.defaultPrevented)
          navigate(closePath, { preventScrollReset: true });
      }}
      className={classNames(
        "fixed inset-x-0 top-14 bottom-(--bottom-bar,0px) z-20 flex min-h-0 flex-col border-line bg-surface lg:start-auto lg:top-0 lg:border-s lg:shadow-raised xl:static xl:shadow-none",
        wide ? "lg:w-[40rem]" : "lg:w-[35rem]",
      )}
    >
      {/* The covered list is inert, so its heading does not count. */}
      <h1 className="sr-only xl:hidden">
        <bdi>{label}</bdi>
      </h1>
      <RecordPanel
        content={content}
        head={
          <>
            <Link
              to={closePath}
              preventScrollReset
              data-no-print=""
              aria-label={m.admin_drawer_back()}
              className="-ms-1 grid size-9 place-items-center rounded text-muted hover:bg-sunken hover:text-ink lg:hidden"
            >
              <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
            </Link>
            {head}
            <Link
              to={closePath}
              preventScrollReset
              data-no-print=""
              aria-label={m.admin_drawer_close()}
              className="ms-auto grid size-9 place-items-center rounded text-muted hover:bg-sunken hover:text-ink max-lg:hidden"
            >
              <X aria-hidden className="size-5" />
            </Link>
          </>
        }
        footer={footer}
      >
        {children}
      </RecordPanel>
    </aside>
  );
}

interface RecordPanelProps {
  /** Element that scrolls. */
  content: RefObject<HTMLDivElement | null>;
  head: ReactNode;
  /** Actions, always in view. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Head, content that scrolls and pinned actions of a record, in a drawer or beside the board. */
export function RecordPanel({ content, head, footer, children }: RecordPanelProps) {
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 lg:px-5">
        {head}
      </div>
      {/* Has the focus, so that keys scroll it. */}
      <div
        ref={content}
        tabIndex={-1}
        data-drawer-content=""
        className="relative flex min-h-0 grow flex-col overflow-y-auto overscroll-contain outline-none"
      >
        {children}
      </div>
      {footer && (
        <div
          data-no-print=""
          className="relative max-h-3/4 shrink-0 overflow-y-auto border-t border-line px-4 py-2.5 lg:px-5"
        >
          {footer}
        </div>
      )}
    </>
  );
}

interface RecordHeadProps {
  title: ReactNode;
  /** Small line below the title, such as the reference. */
  detail: ReactNode;
  /** Badges of the record's state. */
  children?: ReactNode;
}

/** Title of a record, such as "Plumbing · Tomorrow, 4 PM", its reference and state. */
export function RecordHead({ title, detail, children }: RecordHeadProps) {
  return (
    <>
      <div className="min-w-0">
        <h2 className="truncate text-base leading-tight font-semibold">{title}</h2>
        <span className="figures block wrap-anywhere text-xs text-muted">{detail}</span>
      </div>
      {children}
    </>
  );
}

/** Sections of a record: facts, visits and money, then its timeline. */
export function RecordSections({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">{children}</div>;
}

/** Part of a query result; `data` is null for a missing record. */
interface RecordQuery<T> {
  data: T | null | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface LoadedRecordProps<T> {
  query: RecordQuery<T>;
  missing: string;
  failed: string;
  children: (record: T) => ReactNode;
}

export function LoadedRecord<T>({
  query: { data, error, refetch },
  missing,
  failed,
  children,
}: LoadedRecordProps<T>) {
  if (data) return children(data);
  if (data === null) return <EmptyState title={missing} />;
  if (error)
    return <DrawerFailed error={error} missing={missing} failed={failed} onRetry={() => refetch()} />;
  return <DrawerLoading />;
}

interface RecordDrawerProps<T> extends LoadedRecordProps<T> {
  id: string;
  closePath: string;
  nameOf: (record: T) => string;
  headOf: (record: T) => ReactNode;
  footerOf?: (record: T) => ReactNode;
  /** True for editors of lines. */
  wide?: boolean;
}

export function RecordDrawer<T>({
  id,
  closePath,
  nameOf,
  headOf,
  footerOf,
  wide,
  query,
  ...fetched
}: RecordDrawerProps<T>) {
  const record = query.data;
  return (
    <Drawer
      id={id}
      label={record ? nameOf(record) : m.common_loading()}
      closePath={closePath}
      wide={wide}
      head={record && headOf(record)}
      footer={record && footerOf?.(record)}
    >
      <LoadedRecord query={query} {...fetched} />
    </Drawer>
  );
}

export function DrawerLoading() {
  return (
    <div role="status" className="flex flex-col gap-4 px-4 py-5 lg:px-5">
      <span className="sr-only">{m.common_loading()}</span>
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-1/2" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

interface DrawerFailedProps {
  error: Error;
  missing: string;
  failed: string;
  onRetry: () => void;
}

export function DrawerFailed({ error, missing, failed, onRetry }: DrawerFailedProps) {
  const isMissing = error instanceof HttpError && error.status === 404;
  return (
    <div role="alert" data-load-error="">
      <EmptyState title={isMissing ? missing : failed}>
        {!isMissing && <p>{error.message}</p>}
        {!isMissing && <Button onClick={onRetry}>{m.common_try_again()}</Button>}
      </EmptyState>
    </div>
  );
}
