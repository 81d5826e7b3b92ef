import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  /** What can be done with it, at the end of its title. */
  action?: ReactNode;
  /** Where it is a part of a page: the next level below the page's own. */
  heading?: "h2" | "h3";
  children: ReactNode;
}

/** A part of an opened record, under its quiet title. */
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

/** A quiet word at the end of a section's title that opens a form in it. */
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

/** A line of what is known, in a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="figures break-words">{children}</dd>
    </div>
  );
}
