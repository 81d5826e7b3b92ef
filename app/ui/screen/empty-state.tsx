import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** Level of the title; "p" inside a table or drawer. */
  heading?: "h1" | "h2" | "p";
  children?: ReactNode;
}

export function EmptyState({ icon, title, heading: Heading = "p", children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center [&>svg]:size-8 [&>svg]:text-muted">
      {icon}
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children && <div className="measure flex flex-col items-center gap-4 text-muted">{children}</div>}
    </div>
  );
}
