import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  action?: ReactNode;
  /** One level below the page heading. */
  heading?: "h2" | "h3";
  children: ReactNode;
}

export function Section({ title, action, heading: Heading = "h3", children }: SectionProps) {
  return (
    <section className="border-t border-line pt-4">
      <div className="mb-2 flex min-h-6 items-center justify-between gap-3">
        <Heading className="text-xs font-medium text-muted">{title}</Heading>
        {action}
      </div>
      {children}
    </section>
  );
}

export function SectionAction({
  label,
  onClick,
  children,
}: {
  label?: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="-my-1 inline-flex min-h-8 items-center gap-1 rounded-sm px-2 text-xs font-medium text-link hover:bg-brass-soft [&_svg]:size-3.5"
    >
      {children}
    </button>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
