import type { ReactNode } from "react";

/** Nothing here, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center [&>svg]:size-8 [&>svg]:text-muted">
      {icon}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="measure flex flex-col items-center gap-4 text-muted">{children}</div>}
    </div>
  );
}
